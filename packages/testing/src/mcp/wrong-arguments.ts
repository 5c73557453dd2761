import type { Fields, ListedTool } from './client.ts';

/** Arguments of a type that no field has. */
export const wrongArguments = ({ inputSchema: { properties = {} } }: ListedTool): Fields =>
  Object.fromEntries(Object.keys(properties).map((field) => [field, { wrong: true }]));
