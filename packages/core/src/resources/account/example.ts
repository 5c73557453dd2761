export const tokenId = 'd8b2f6e4-5a1c-4937-b08e-2f4a6c8e0b13';
export const userId = '47e9b1d3-6c5f-4a28-8b70-9d1e3f5a7c60';
