import type { ArtifactDiff, ArtifactSummary } from '@parley/sdk';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { short } from '../../naming.ts';
import { noteDiff } from './unified.ts';

/** What the service says about a version that the caller did not know. */
interface Newer {
  currentVersion?: unknown;
  updatedBy?: unknown;
  updatedByName?: unknown;
  updatedAt?: unknown;
  /** Absent if the base is no longer stored. */
  diff?: ArtifactDiff;
}

interface Attempt {
  name: ArtifactSummary['name'];
  /** What was to be written, as in “and plan.md is based on version 5”. */
  what: string;
  base: number | undefined;
  hint: (currentVersion: number) => string;
}

/** Shows what others have written since the base of a write that was refused. Rethrows every other error. */
export function overtaken(context: Context, error: unknown, { name, what, base, hint }: Attempt): never {
  const { code, body } = error as { code?: string; body?: Newer };
  if (code !== 'version_conflict' || !body) throw error;
  const { currentVersion, updatedBy, updatedByName, updatedAt, diff } = body;
  if (Array.isArray(diff?.hunks)) noteDiff(context, diff, name);
  else if (!context.out.json) context.out.note(`What has changed since version ${base} is no longer stored`);
  const author = typeof updatedByName === 'string' ? updatedByName : 'another participant';
  // What a user could copy from the hint is a number, whatever the server says.
  const newest = Number(currentVersion);
  const when = new Date(String(updatedAt)).toLocaleString('sv');
  throw new Failure(
    'conflict',
    `“${name}” has changed: ${author} wrote version ${newest} on ${when}, and ${what} is based on version ${base}`,
    hint(newest),
    code,
    { currentVersion, updatedBy, updatedByName, updatedAt, diff },
  );
}

/** Says how to find out what a text of unknown origin would replace. Rethrows every other error. */
export function baseUnknown(
  error: unknown,
  { id, name, version }: Pick<ArtifactSummary, 'id' | 'name' | 'version'>,
  what: string,
): never {
  const { code, body } = error as { code?: string; body?: Newer };
  if (code !== 'base_version_required') throw error;
  const { currentVersion = version } = body ?? {};
  throw new Failure(
    'conflict',
    `It is not known which version of “${name}” ${what} was made from, and it would replace version ${Number(currentVersion)}`,
    `\`parley artifact diff ${short(id)} FILE\` shows what differs; \`parley artifact write ${short(id)} FILE --base VERSION\` writes it for the version that you have read, with --force over any`,
    code,
    { currentVersion },
  );
}
