import type { ForModels, Operation } from '@parley/core';
import type { Surface } from '../backend.ts';
import { objectFormOf } from '../form.ts';
import { outputSchemaOf } from '../schema.ts';
import { operationTool, type ParleyTool } from '../tool.ts';

const forModels: ForModels = {
  name: 'edit_artifact',
  description:
    'Give one of `content`, `edits`, `append` and `section`. A refusal shows what has changed since `baseVersion`, or the text `near` ' +
    'an edit that does not match. If another participant holds the lock, wait.',
  hides: ['lock', 'dryRun'],
  destroys: true,
  group: 'core',
};

/** `writeArtifact` in one step, because a lock that a model forgets keeps out others. */
export function editArtifact({ contract, addressing }: Surface): ParleyTool {
  const { writeArtifact } = contract;
  const operation = { ...writeArtifact, summary: 'Change an artifact', forModels } as Operation;
  const { tool, call, ...drawn } = operationTool('writeArtifact', operation, addressing);
  const output = writeArtifact.output.pick({ id: true, name: true, version: true, updatedAt: true });
  const form = objectFormOf(output);
  return {
    ...drawn,
    form,
    tool: { ...tool, outputSchema: outputSchemaOf(output, form) },
    call: (backend, args, signal) => call(backend, { ...args, lock: 'auto' }, signal),
  };
}
