/** All examples of the contract describe this meeting. */
export const at = '2026-01-31T12:00:00.000Z';
export const url = 'https://parley.example';
export const spaceId = '5b0c9c1e-8a6f-4c7e-9f57-1d2e3a4b5c6d';
export const inSpace = { spaceId };
export const leaseId = 'b7c05d18-3e9f-4a62-9d41-8f2e6c0a5b74';
