import type { Tool } from '@modelcontextprotocol/server';
import type { Surface } from '../../addressing.ts';
import { undescribed, type JsonSchema } from '../../schema.ts';
import { operationTool, type ParleyTool } from '../../tool.ts';

/** `catchUp`, always as fields: a model reads them as it reads all answers, and an untrusted server cannot write the text. */
export function catchUp({ contract, addressing }: Surface): ParleyTool {
  const { tool, call, ...generated } = operationTool('catchUp', contract.catchUp, addressing);
  const fields = Object.entries(tool.inputSchema.properties as Record<string, JsonSchema>);
  const own = fields.map(([field, schema]) => [field, field === 'budget' ? withoutLimits(schema) : schema]);
  const inputSchema = { ...tool.inputSchema, properties: Object.fromEntries(own) } as Tool['inputSchema'];
  return {
    ...generated,
    tool: { ...tool, inputSchema },
    call: (backend, args, signal, progress) => call(backend, { ...args, format: 'json' }, signal, progress),
  };
}

/** The name says what it is, and a refusal says which limits it has. */
function withoutLimits(schema: JsonSchema): JsonSchema {
  const { minimum: _, maximum: __, ...rest } = undescribed(schema);
  return rest;
}
