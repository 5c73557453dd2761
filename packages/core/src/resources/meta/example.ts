export const queryId = 'a64c0e82-3f7b-4d19-95e6-8b2d4f6a0c31';
