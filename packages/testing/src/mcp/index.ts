export { type McpTarget } from './client.ts';
export { validate } from './validate.ts';
