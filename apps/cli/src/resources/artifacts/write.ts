import type { ArtifactDiff, Operations } from '@parley/sdk';
import { setTimeout as pause } from 'node:timers/promises';
import type { Verb } from '../../command.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { baseOf, changeOf, copyOf, given, isWhole, nameOfSource, remember, type ChangeOptions, type Given } from './change.ts';
import { baseUnknown, overtaken } from './conflict.ts';
import { misnamed } from './heading.ts';
import { artifactNamed, summaryNamed } from './named.ts';
import { proposeText, proposing } from './proposals/propose.ts';
import { nameOfVersion, printDiff } from './unified.ts';

interface WriteOptions {
  wait?: number | undefined;
  force?: boolean;
  propose?: boolean;
  dryRun?: boolean;
}

/** The lock of another is tried again this often. */
const pollMs = 1_000;

export const write: Verb<ChangeOptions & WriteOptions, [query: string, file?: string]> = async (
  context,
  options,
  query,
  file,
) => {
  await writeText(context, query, { ...options, ...(await given(context, options, file)) });
};

/** Writes a text in one request, unless the artifact has a version that the text is not based on. */
export async function writeText(context: Context, query: string, writing: Given & WriteOptions): Promise<void> {
  const { source, section, note, dryRun, wait, force, propose } = writing;
  const space = await context.space();
  const present = isWhole(writing) ? await artifactNamed(space, query) : undefined;
  const artifact = present ?? (await summaryNamed(space, query));
  const { id, name, version } = artifact;
  const copy = copyOf(space, id, writing);
  if (present && present.content === writing.text && !dryRun) {
    if (copy) await remember(context, copy, version);
    return context.out.done(present.view, `Nothing was changed: version ${version} has this text`);
  }
  const known = force ? undefined : await baseOf(context, copy, writing);
  // What was just read may be replaced if the user says so, if nothing is written, and if it is empty.
  const isSeen = present && (force || dryRun || present.content === '');
  const base = known ?? (isSeen ? version : undefined);
  const input: Omit<Operations['writeArtifact']['input'], 'spaceId'> = {
    artifactId: id,
    ...changeOf(writing),
    lock: 'auto',
    baseVersion: base,
    note,
    dryRun,
  };
  const what = nameOfSource(source);
  const written = await whenFree(() => space.call('writeArtifact', input), wait, context.signal)
    .catch((error: unknown) => overtaken(context, error, { name, what, base, hint: (newest) => wayOut(what, newest) }))
    .catch((error: unknown) => baseUnknown(error, artifact, what))
    .catch((error: unknown) => misnamed(error, name, section ?? ''))
    .catch(async (error: unknown) => {
      const { LockedError } = await import('@parley/sdk');
      if (!(error instanceof LockedError)) throw error;
      const hint = `\`${proposing(artifact, writing)}\` proposes it instead`;
      if (!propose) throw new Failure('conflict', error.message, hint, error.code);
      if (!context.out.json) context.out.note(`${error.message}, so the text is proposed`);
    });
  // Who forces it has accepted what others have written since.
  if (!written) return proposeText(context, space, artifact, { ...writing, ...(force && { base: artifact.version }) });
  if (dryRun) return showChange(context, written.diff!, name, what);
  if (copy) await remember(context, copy, written.version);
  context.out.done(written, `Wrote version ${written.version}`);
}

const wayOut = (what: string, newest: number): string =>
  `download it again; or put these changes into ${what} and write it with --base ${newest}; --force overwrites them`;

/** The service answers a dry run with the difference. */
function showChange(context: Context, diff: ArtifactDiff, name: string, what: string): void {
  printDiff(context, diff, nameOfVersion(name, diff.from), what);
  if (!context.out.json && diff.hunks.length === 0) context.out.note('Nothing would change');
}

/** Waits for the lock of another, as long as the user wants to. */
async function whenFree<T>(work: () => PromiseLike<T>, waitSeconds = 0, signal: AbortSignal): Promise<T> {
  const { LockedError } = await import('@parley/sdk');
  const until = Date.now() + waitSeconds * 1000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LockedError) || Date.now() + pollMs > until) throw error;
      await pause(pollMs, undefined, { signal });
    }
  }
}
