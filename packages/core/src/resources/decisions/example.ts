export const decisionId = '5b0e4c1d-8f27-4a63-9d1b-c7e2f06a3b94';
