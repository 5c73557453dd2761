import type { ArtifactDiff, Operations, Space } from '@parley/sdk';
import { setTimeout as pause } from 'node:timers/promises';
import type { Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { Failure } from '../failures.ts';
import type { LocalCopy } from '../keys/base-versions.ts';
import { content } from '../terminal/content.ts';
import { overtaken } from './conflict.ts';
import { misnamed } from './heading.ts';
import { summaryNamed } from './named.ts';
import { nameOfVersion, printDiff } from './unified.ts';

/** How a text is written; without `append` and `section` it replaces the whole content. */
export interface WriteOptions {
  from?: string;
  wait?: number | undefined;
  append?: boolean;
  section?: string;
  base?: number;
  force?: boolean;
  note?: string;
  dryRun?: boolean;
}

type Input = Omit<Operations['writeArtifact']['input'], 'spaceId'>;

/** The lock of another is tried again this often. */
const pollMs = 1_000;

export const write: Verb<WriteOptions, [query: string, file?: string]> = async (context, options, query, file) => {
  if (file !== undefined && options.from !== undefined)
    throw new Failure('usage', 'The text can only come from one file', 'name the file, or use --from');
  const source = file ?? options.from;
  const text = await textToWrite(source);
  await writeText(context, query, { ...options, source, text });
};

interface Writing extends Omit<WriteOptions, 'from'> {
  text: string;
  /** The file of the text; `-`, like none, is standard input. */
  source: string | undefined;
}

/** Writes a text in one request, unless the artifact has a version that the text is not based on. */
export async function writeText(context: Context, query: string, writing: Writing): Promise<void> {
  const { text, source, section, note, dryRun, wait } = writing;
  const space = await context.space();
  const { id, name } = await summaryNamed(space, query);
  const copy = copyOf(space, id, writing);
  const base = await baseOf(context, copy, writing);
  const input: Input = { artifactId: id, ...changeOf(text, writing), lock: 'auto', baseVersion: base, note, dryRun };
  const what = source === undefined || source === '-' ? 'the text' : source;
  const written = await whenFree(() => space.call('writeArtifact', input), wait, context.signal)
    .catch((error: unknown) => overtaken(context, error, { name, what, base, hint: (newest) => wayOut(what, newest) }))
    .catch((error: unknown) => misnamed(error, name, section ?? ''));
  if (dryRun) return showChange(context, written.diff!, name, what);
  if (copy) await remember(context, copy, written.version);
  context.out.done(written, `Wrote version ${written.version}`);
}

const wayOut = (what: string, newest: number): string =>
  `download it again; or put these changes into ${what} and write it with --base ${newest}; --force overwrites them`;

function changeOf(text: string, { append, section }: WriteOptions): Pick<Input, 'content' | 'append' | 'section'> {
  if (section !== undefined) return { section: { heading: section, content: text, mode: append ? 'append' : 'replace' } };
  return append ? { append: text } : { content: text };
}

/** Text that is added to an artifact is no copy of it. */
function copyOf({ spaceId }: Space, artifactId: string, { source, append, section }: Writing): LocalCopy | undefined {
  const isCopy = source !== undefined && source !== '-' && !append && section === undefined;
  return isCopy ? { file: source, spaceId, artifactId } : undefined;
}

async function baseOf({ bases }: Context, copy: LocalCopy | undefined, options: WriteOptions): Promise<number | undefined> {
  if (options.force) return undefined;
  return options.base ?? (copy && (await bases.of(copy)));
}

/** Notes which version a file now has. What was done is done, even if that fails. */
export async function remember({ bases, out }: Context, copy: LocalCopy, version: number): Promise<void> {
  await bases.remember(copy, version).catch((error: unknown) => {
    out.note(`It could not be noted that ${copy.file} is version ${version}: ${String(error)}`);
  });
}

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

/** The new content. An artifact is never emptied by mistake: only a file or `-` can be empty. */
export async function textToWrite(from: string | undefined): Promise<string> {
  const text = await content([], from);
  if (text !== undefined) return text;
  const hint = process.stdin.isTTY
    ? 'use --from FILE, or pipe the content in'
    : 'to make it empty on purpose, use `--from -` or `--from FILE`';
  throw new Failure('usage', 'There is nothing to write', hint);
}
