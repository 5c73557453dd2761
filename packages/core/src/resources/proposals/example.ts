export const proposalId = 'f3a8d6c1-2b7e-4950-8c64-0d9e7b5a3f12';
