export const taskId = '1c7e5b93-4d2a-4f86-8b0e-a9d3c5f71e24';
