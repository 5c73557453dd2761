import { ServiceError, type ForModels, type Operation } from '@parley/core';
import { z } from 'zod';
import type { Surface } from '../../addressing.ts';
import type { Arguments } from '../../backend.ts';
import { objectFormOf } from '../../form.ts';
import { operationTool, type ParleyTool } from '../../tool.ts';

const forModels: ForModels = {
  name: 'edit_artifact',
  description:
    'Give one of `content`, `edits`, `append` and `section`. A refusal shows what has changed since `baseVersion`, or the text `near` ' +
    'an edit that does not match.',
  hides: ['lock', 'dryRun', 'keep'],
  fields: {
    content: 'The whole new Markdown',
    edits: 'Applied together',
    append: 'On a new line',
    section: 'Replaces or extends the text below a heading',
    heading: 'Such as `Plan > Risks`',
    mode: '',
    baseVersion: 'That you have read; required with `content`',
    note: 'Why',
    orPropose: 'If somebody else holds the lock; requires `baseVersion`',
  },
  destroys: true,
  group: 'core',
};

/** `writeArtifact` in one step, because a lock that a model forgets keeps out others. */
export function editArtifact({ contract, addressing }: Surface): ParleyTool {
  const { writeArtifact } = contract;
  const { shape } = writeArtifact.input;
  const input = z.object({
    ...shape,
    orPropose: z.boolean().optional(),
  });
  const operation: Operation = { ...(writeArtifact as Operation), summary: 'Change an artifact', input, forModels };
  const { call, ...generated } = operationTool('writeArtifact', operation, addressing);
  return {
    ...generated,
    form: objectFormOf(writeArtifact.output.pick({ id: true, name: true, version: true, updatedAt: true })),
    call: async (backend, args, signal) => call(backend, { ...args, lock: 'auto', keep: keptAs(args) }, signal),
  };
}

/** What becomes of the text if another participant holds the lock. */
function keptAs({ orPropose = false, baseVersion }: Arguments): 'proposal' | undefined {
  if (typeof orPropose !== 'boolean') throw refused('orPropose', 'must be a boolean');
  if (orPropose && baseVersion === undefined) throw refused('baseVersion', 'is required with `orPropose`');
  return orPropose ? 'proposal' : undefined;
}

const refused = (field: string, message: string) =>
  new ServiceError('invalid_request', `${field} ${message}`, { issues: [{ field, message }] });

/** `writeArtifact` with the lock. A text that arrives after its lock was lost is kept, if its base is known. */
export function writeArtifact({ contract, addressing }: Surface): ParleyTool {
  const { call, ...generated } = operationTool('writeArtifact', contract.writeArtifact, addressing);
  return {
    ...generated,
    call: (backend, args, signal) =>
      call(backend, { ...args, keep: args['baseVersion'] === undefined ? undefined : 'proposal' }, signal),
  };
}
