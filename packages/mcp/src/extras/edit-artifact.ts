import { readInput, schemas, ServiceError } from '@parley/core';
import { z } from 'zod';
import type { Arguments, Backend, Surface } from '../backend.ts';
import { annotationsOf, assertGiven, type ParleyTool } from '../tool.ts';
import { objectFormOf } from '../form.ts';
import { referencesIn, resolved } from '../references.ts';
import { inputSchemaOf, outputSchemaOf } from '../schema.ts';

/** As many as a body can hold. */
const mostEdits = 400;

const edits = z
  .array(z.object({ old: z.string().min(1), new: z.string() }))
  .min(1)
  .max(mostEdits);

const input = z.object({
  artifactId: schemas.artifactPath.shape.artifactId,
  content: z.string().optional().meta({ description: 'The whole new text' }),
  edits: edits.optional().meta({ description: 'Replacements; each `old` must occur exactly once' }),
});

const references = referencesIn({ input });
const output = schemas.artifactSummary.pick({ id: true, name: true, version: true, updatedAt: true });
const form = objectFormOf(output);

/** Lock, change, unlock in one call. */
export function editArtifact({ addressing: { adds, hides, requires } }: Surface): ParleyTool {
  const added = adds({ space: true, key: true, user: false, retries: false });
  const { artifactId: _, ...properties } = inputSchemaOf(input).properties ?? {};
  const space = hides.includes('spaceId') ? {} : { spaceId: { type: 'string' } };
  const required = [...Object.keys(space), 'artifactId', ...requires];
  return {
    form,
    group: 'core',
    tool: {
      name: 'edit_artifact',
      title: 'Edit artifact',
      description:
        'Locks, changes and unlocks an artifact. Read it with `get_artifact`, then give the whole new text, or `edits`. ' +
        'If another participant holds the lock, wait and read it again.',
      inputSchema: {
        type: 'object',
        properties: { ...space, artifactId: { type: 'string' }, ...properties, ...added },
        required,
      },
      outputSchema: outputSchemaOf(output, form),
      annotations: annotationsOf({ reads: false, destroys: true, repeats: false }),
    },
    async call(backend, args, signal) {
      assertGiven(required, args);
      const meant = await resolved(references, backend, args, signal);
      const wanted = readInput({ input }, meant);
      const change = changeOf(wanted);
      return inTurn(wanted.artifactId, () => edit(backend, { ...meant, content: undefined, edits: undefined }, change, signal));
    },
  };
}

type Change = (text: string) => string;

async function edit(backend: Backend, about: Arguments, change: Change, signal: AbortSignal): Promise<Record<string, unknown>> {
  const options = { signal, isMinimal: true };
  const before = await backend.run('getArtifact', about, options);
  const { lockedBy } = await backend.run('lockArtifact', about, options);
  let wasOurs = before['lockedBy'] === lockedBy;
  try {
    const { content, version: earlier, lockedAt } = await backend.run('getArtifact', about, options);
    // The earlier lock of the caller can have ended in between; this one is ours then.
    wasOurs &&= before['lockedAt'] === lockedAt;
    const written = await backend.run('writeArtifact', { ...about, content: change(String(content)) }, options);
    const { id, name, version, updatedAt } = written;
    // The lock keeps out other participants, but not the caller itself in another process.
    if (Number(version) !== Number(earlier) + 1) {
      const said = 'The edit was written over another one that was made with your key at the same time: read the artifact again';
      throw new ServiceError('status_conflict', said);
    }
    return { id, name, version, updatedAt };
  } finally {
    // The client can be gone, but its lock must not stay.
    if (!wasOurs)
      await backend.run('unlockArtifact', about, { ...options, signal: new AbortController().signal }).catch(() => {});
  }
}

function changeOf({ content, edits }: z.output<typeof input>): Change {
  if ((content === undefined) === (edits === undefined)) throw refused('edits', 'or content is required, and not both');
  if (edits === undefined) return () => content!;
  return (text) =>
    edits.reduce((now, { old, new: replacement }, i) => {
      const count = now.split(old).length - 1;
      if (count !== 1) throw refused(`edits.${i}.old`, `must occur exactly once, but occurs ${count} times`);
      return now.replace(old, () => replacement);
    }, text);
}

function refused(field: string, message: string): ServiceError {
  return new ServiceError('invalid_request', `${field} ${message}`, { issues: [{ field, message }] });
}

/** The last edit of each artifact that is being edited. */
const turns = new Map<string, Promise<unknown>>();

/** A holder can take its lock again, so calls with one key must run one after the other. */
async function inTurn<Value>(id: string, work: () => Promise<Value>): Promise<Value> {
  const turn = (turns.get(id) ?? Promise.resolve()).then(work, work);
  const end = turn.catch(() => {});
  turns.set(id, end);
  try {
    return await turn;
  } finally {
    if (turns.get(id) === end) turns.delete(id);
  }
}
