export const commentId = 'b6d20f7e-93c1-4a58-8e17-5c0a9f4d3b62';
