import type { Tool } from '@modelcontextprotocol/server';
import { pathParameters, readInput, ServiceError, type ForModels, type Operation } from '@parley/core';
import { z } from 'zod';
import type { Surface } from '../../addressing.ts';
import type { Arguments } from '../../backend.ts';
import { objectFormOf } from '../../form.ts';
import { outputSchemaOf, undescribed, type JsonSchema } from '../../schema.ts';
import { operationTool, type ParleyTool } from '../../tool.ts';

/** The fields that `edit_artifact` explains. */
const explained = ['content', 'edits', 'append', 'section', 'baseVersion'];

/** Tools that propose: a model knows its own text, so the answer does not show the difference that it makes. */
export function proposingTools({ contract, addressing }: Surface): ParleyTool[] {
  return (['createProposal', 'rebaseProposal'] as const).map((name) => {
    const operation = contract[name];
    const { tool, ...generated } = operationTool(name, operation, addressing);
    const output = operation.output.pick({ proposalId: true, state: true, baseVersion: true, revision: true });
    const form = objectFormOf(output);
    const fields = Object.entries(tool.inputSchema.properties as Record<string, JsonSchema>);
    const own = fields.map(([field, schema]) => [field, explained.includes(field) ? undescribed(schema) : schema]);
    const inputSchema = { ...tool.inputSchema, properties: Object.fromEntries(own) } as Tool['inputSchema'];
    return { ...generated, form, tool: { ...tool, inputSchema, outputSchema: outputSchemaOf(output, form) } };
  });
}

const decision = z.enum(['accept', 'reject']);

const forModels: ForModels = {
  name: 'decide_proposal',
  description: 'Only the holder of the lock, the creator and the owner can. Accepting writes a version, and needs `baseVersion`.',
  destroys: true,
};

/** `acceptProposal` and `rejectProposal` as one tool, because a model reads the list of tools all the time. */
export function decideProposal({ contract, addressing }: Surface): ParleyTool {
  const { acceptProposal, rejectProposal } = contract;
  const { baseVersion, revision, content, hunks } = acceptProposal.input.shape;
  const path = pathParameters(acceptProposal.path);
  const proposalPath = Object.fromEntries(Object.entries(acceptProposal.input.shape).filter(([field]) => path.includes(field)));
  const input = z.object({
    ...proposalPath,
    decision,
    baseVersion: baseVersion.optional().meta({ description: 'The present version: `currentVersion` of `get_proposal`' }),
    revision: revision.meta({ description: 'That you have read' }),
    content: content.meta({ description: 'The whole new text, to accept with changes' }),
    hunks: hunks.meta({ description: 'Accepts only these hunks of the diff, from 0' }),
    note: rejectProposal.input.shape.note.meta({ description: 'With a rejection, for its author' }),
  });
  const operation: Operation = { ...(acceptProposal as Operation), summary: 'Accept or reject a proposal', input, forModels };
  const accept = operationTool('acceptProposal', operation, addressing);
  const reject = operationTool('rejectProposal', rejectProposal, addressing);
  return {
    ...accept,
    call: async (backend, args, signal) => (decisionIn(args) === 'accept' ? accept : reject).call(backend, args, signal),
  };
}

/** A field that does not belong to a decision is refused, because its text would be lost. */
function decisionIn(args: Arguments): 'accept' | 'reject' {
  const { decision: chosen } = readInput({ input: z.object({ decision }) }, args);
  const stray = (chosen === 'accept' ? ['note'] : ['content', 'hunks']).find((field) => args[field] !== undefined);
  if (stray === undefined) return chosen;
  const message = `goes only with "${chosen === 'accept' ? 'reject' : 'accept'}"`;
  throw new ServiceError('invalid_request', `${stray} ${message}`, { issues: [{ field: stray, message }] });
}
