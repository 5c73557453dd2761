import type { Artifact, ArtifactSummary, Space } from '@parley/sdk';
import type { Command } from 'commander';
import { writeFile } from 'node:fs/promises';
import { act, type Verb } from '../command.ts';
import { duration, inWords } from '../duration.ts';
import { Failure } from '../failures.ts';
import { uninterrupted } from '../interruption.ts';
import { short, theOne } from '../naming.ts';
import { content } from '../terminal/content.ts';
import { difference } from '../terminal/difference.ts';
import { harmlessText } from '../terminal/harmless.ts';
import { editSafely } from './edit.ts';

const what = 'artifact: name, id or beginning of an id';
const from = ['-f, --from <file>', 'take the content from a file; - is standard input'] as const;
const wait = ['--wait <time>', 'wait so long for a lock that another holds, as 30s (default: not at all)', duration] as const;

export function artifactCommands(program: Command): void {
  const artifact = program.command('artifact').description('make, read and change shared Markdown documents');
  artifact
    .command('create <name>')
    .description('make a document')
    .option(...from)
    .action(act(create));
  artifact.command('list').description('list the documents of the space').action(act(list));
  const on = (name: string) => artifact.command(name).argument('<artifact>', what);
  on('show').description('print a document').action(act(show));
  on('edit')
    .description('change it in $VISUAL or $EDITOR under the lock')
    .option(...from)
    .option(...wait)
    .action(act(edit));
  on('write')
    .description('overwrite it; takes the lock for that unless you hold it')
    .option(...from)
    .option(...wait)
    .action(act(write));
  on('download')
    .description('print its Markdown as it is, or keep it in a file')
    .option('-o, --to <file>', 'the file')
    .action(act(download));
  on('lock').description('take the lock, or keep it for another 10 minutes').action(act(lock));
  on('unlock').description('give the lock back; the owner may take it from anybody').action(act(unlock));
  on('diff')
    .argument('[file]', 'what to compare it with; standard input when not given')
    .description('print what a file would change in it')
    .option('--exit-code', 'end with 1 when there is a difference')
    .action(act(diff));
}

const create: Verb<{ from?: string }, [name: string]> = async (context, options, name) => {
  const text = await content([], options.from);
  const space = await context.space();
  const { view } = await space.artifacts.create({ name, ...(text !== undefined && { content: text }) });
  context.out.answer(view, () => view.id);
};

const list: Verb<object, []> = async (context) => {
  const space = await context.space();
  const { artifacts, participants } = await space.get();
  const nameOf = new Map(participants.map(({ participantId, name }) => [participantId, name]));
  context.out.list(
    artifacts,
    {
      name: ({ name }) => name,
      version: ({ version }) => String(version),
      changed: ({ updatedAt }) => new Date(updatedAt).toLocaleString('sv'),
      lock: ({ lockedBy, lockExpiresAt }) =>
        lockedBy ? `${nameOf.get(lockedBy) ?? short(lockedBy)}, ${left(lockExpiresAt!)} left` : '',
      id: ({ id }) => short(id),
    },
    'No documents yet; `parley artifact create` makes one',
  );
};

const left = (dateTime: string): string => inWords((Date.parse(dateTime) - Date.now()) / 1000);

const show: Verb<object, [query: string]> = async (context, _, query) => {
  const artifact = await artifactNamed(await context.space(), query);
  context.out.answer(artifact.view, () => artifact.content.replace(/\n$/, ''));
};

const edit: Verb<{ from?: string; wait?: number }, [query: string]> = async (context, options, query) => {
  const hasEditor = process.stdin.isTTY || process.env['VISUAL'] || process.env['EDITOR'];
  const text = options.from === undefined && hasEditor ? undefined : await textToWrite(options.from);
  // The terminal is the editor's: no spinner may draw on it.
  const artifact = await artifactNamed(await context.space({ ...uninterrupted, fetch }), query);
  const { version } = artifact;
  await namingHolder(artifact, editSafely(context, artifact, text, options.wait));
  const said = artifact.version > version ? `Wrote version ${artifact.version}` : 'Nothing was changed';
  context.out.done(artifact.view, said);
};

const write: Verb<{ from?: string; wait?: number }, [query: string]> = async (context, options, query) => {
  const text = await textToWrite(options.from);
  const { LockedError } = await import('@parley/sdk');
  const artifact = await artifactNamed(await context.space(uninterrupted), query);
  const writing = artifact.write(text).catch((error: unknown) => {
    if (error instanceof LockedError) return editSafely(context, artifact, text, options.wait);
    throw error;
  });
  await namingHolder(artifact, writing);
  context.out.done(artifact.view, `Wrote version ${artifact.version}`);
};

/** What a document is to become: never nothing by mistake. */
async function textToWrite(from: string | undefined): Promise<string> {
  const text = await content([], from);
  if (text !== undefined) return text;
  const hint = process.stdin.isTTY
    ? 'say --from file, or pipe it in'
    : '`--from -` or `--from FILE` writes an empty one on purpose';
  throw new Failure('usage', 'There is nothing to write', hint);
}

const download: Verb<{ to?: string }, [query: string]> = async (context, { to }, query) => {
  const artifact = await artifactNamed(await context.space(), query);
  const text = await artifact.download();
  if (to === undefined) {
    if (context.out.json) return context.out.answer({ content: text }, () => text);
    return context.out.raw(process.stdout.isTTY ? `${harmlessText(text)}\n` : text);
  }
  await writeFile(to, text);
  context.out.done({ file: to }, `Kept in ${to}`);
};

const lock: Verb<object, [query: string]> = async (context, _, query) => {
  const artifact = await artifactNamed(await context.space(), query);
  const result = await namingHolder(artifact, artifact.lock());
  context.out.done(result, `Locked for ${left(result.lockExpiresAt)}; \`parley artifact unlock\` gives it back`);
};

const unlock: Verb<object, [query: string]> = async (context, _, query) => {
  const artifact = await artifactNamed(await context.space(), query);
  context.out.done(await artifact.unlock(), 'Unlocked');
};

const diff: Verb<{ exitCode?: boolean }, [query: string, file?: string]> = async (context, { exitCode }, query, file) => {
  // Nothing is a text here: nothing is lost by it.
  const text = await content([], file ?? (process.stdin.isTTY ? undefined : '-'));
  if (text === undefined) throw new Failure('usage', 'There is nothing to compare with', 'say a file, or pipe it in');
  const artifact = await artifactNamed(await context.space(), query);
  const change = await difference({ name: artifact.name, text: artifact.content }, { name: file ?? '-', text });
  if (context.out.json)
    context.out.answer({ version: artifact.version, differs: change.plain !== '', diff: change.plain }, () => '');
  else if (change.plain) context.out.raw(change.painted);
  if (exitCode && change.plain) process.exitCode = 1;
};

/** Says by name who holds the lock that was refused. */
async function namingHolder<T>({ space }: Artifact, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { LockedError } = await import('@parley/sdk');
    if (!(error instanceof LockedError) || error.lockedBy === undefined) throw error;
    const { participants } = await space.get().catch(() => ({ participants: [] }));
    const holder = participants.find(({ participantId }) => participantId === error.lockedBy)?.name;
    const { message, status, code, requestId, body, cause } = error;
    throw new LockedError(message, { status, code, requestId, body: { ...body, ...(holder && { holder }) }, cause });
  }
}

/** The artifact that is meant, with its content. */
async function artifactNamed(space: Space, query: string): Promise<Artifact> {
  const { artifacts } = await space.get();
  const { id } = theOne<ArtifactSummary>('artifact', artifacts, query, ({ id, name }) => ({ id, name }));
  return space.artifacts.get(id);
}
