import { pathParameters, readInput, ServiceError, type ForModels, type Operation } from '@parley/core';
import { z } from 'zod';
import type { Surface } from '../../addressing.ts';
import type { Arguments } from '../../backend.ts';
import { objectFormOf } from '../../form.ts';
import { operationTool, type ParleyTool } from '../../tool.ts';

/** Tools that propose: a model knows its own text, so the answer does not show the difference that it makes. */
export function proposingTools({ contract, addressing }: Surface): ParleyTool[] {
  return (['createProposal', 'rebaseProposal'] as const).map((name) => {
    const operation = contract[name];
    const output = operation.output.pick({ proposalId: true, state: true, baseVersion: true, revision: true });
    return { ...operationTool(name, operation, addressing), form: objectFormOf(output) };
  });
}

const decision = z.enum(['accept', 'reject']);

const forModels: ForModels = {
  name: 'decide_proposal',
  description: 'Only the holder of the lock, the creator and the owner can. Accepting writes a version, and needs `baseVersion`.',
  fields: {
    baseVersion: '`currentVersion` of `get_proposal`',
    revision: 'That you have read',
    content: 'The whole new text, to accept with changes',
    hunks: 'Only these of the diff, from 0',
    note: 'With `reject`, for its author',
  },
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
    baseVersion: baseVersion.optional(),
    revision,
    content,
    hunks,
    note: rejectProposal.input.shape.note,
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
