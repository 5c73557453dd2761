import type { Artifact, ArtifactSummary, Space } from '@parley/sdk';
import type { Command } from 'commander';
import { readFile, writeFile } from 'node:fs/promises';
import { act, type Verb } from '../command.ts';
import { duration, inWords } from '../duration.ts';
import { Failure } from '../failures.ts';
import { examples } from '../help.ts';
import { uninterrupted } from '../interruption.ts';
import { short, theOne } from '../naming.ts';
import { content } from '../terminal/content.ts';
import { difference } from '../terminal/difference.ts';
import { confirm } from '../terminal/prompt.ts';
import { editSafely } from '../safe-edit.ts';

const which = 'name, id or start of an id';
const from = ['-f, --from <file>', 'read the content from a file; - is standard input'] as const;
const wait = [
  '--wait <time>',
  'how long to wait for a locked artifact, for example 30s (default: do not wait)',
  duration,
] as const;

export function artifactCommands(program: Command): void {
  const artifact = program.command('artifact').description('create, read and edit artifacts: shared Markdown documents');
  const creating = artifact
    .command('create')
    .argument('<name>', 'the name of the artifact')
    .description('create an artifact')
    .option(...from)
    .action(act(create));
  examples(creating, 'parley artifact create Plan --from plan.md', 'echo "# Plan" | parley artifact create Plan');
  artifact.command('list').description('list the artifacts of the space and their locks').action(act(list));
  const on = (name: string) => artifact.command(name).argument('<artifact>', which);
  on('show').description('print an artifact').action(act(show));
  const editing = on('edit')
    .description('edit an artifact in $VISUAL or $EDITOR under its lock')
    .option(...from)
    .option(...wait)
    .action(act(edit));
  examples(editing, 'parley artifact edit Plan', 'parley artifact edit Plan --wait 5m');
  const writing = on('write')
    .description('replace the content of an artifact; takes the lock if you do not hold it')
    .option(...from)
    .option(...wait)
    .action(act(write));
  examples(writing, 'parley artifact write Plan --from plan.md');
  on('download')
    .description('print the Markdown unchanged, or save it in a file; asks before it overwrites another text')
    .option('-o, --to <file>', 'the file to save it in')
    .action(act(download));
  on('lock').description('take the lock, or renew it; it expires by itself, by default after 10 minutes').action(act(lock));
  on('unlock').description('release your lock; the owner can also break the lock of another participant').action(act(unlock));
  const comparing = on('diff')
    .argument('[file]', 'the file to compare with; standard input if not given')
    .description('show how a file differs from an artifact')
    .option('--exit-code', 'end with exit code 1 if there is a difference')
    .action(act(diff));
  examples(comparing, 'parley artifact diff Plan plan.md');
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
    'No artifacts yet. `parley artifact create NAME` creates one.',
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
  // The editor uses the terminal: no spinner may draw on it.
  const artifact = await artifactNamed(await context.space({ ...uninterrupted, fetch }), query);
  const { version } = artifact;
  await editSafely(context, artifact, text, options.wait);
  context.out.done(artifact.view, artifact.version > version ? `Wrote version ${artifact.version}` : 'Nothing was changed');
};

const write: Verb<{ from?: string; wait?: number }, [query: string]> = async (context, options, query) => {
  const text = await textToWrite(options.from);
  const { LockedError } = await import('@parley/sdk');
  const artifact = await artifactNamed(await context.space(uninterrupted), query);
  await artifact.write(text).catch((error: unknown) => {
    if (error instanceof LockedError) return editSafely(context, artifact, text, options.wait);
    throw error;
  });
  context.out.done(artifact.view, `Wrote version ${artifact.version}`);
};

/** The new content. An artifact is never emptied by mistake: only `--from` accepts empty input. */
async function textToWrite(from: string | undefined): Promise<string> {
  const text = await content([], from);
  if (text !== undefined) return text;
  const hint = process.stdin.isTTY
    ? 'use --from FILE, or pipe the content in'
    : 'to make it empty on purpose, use `--from -` or `--from FILE`';
  throw new Failure('usage', 'There is nothing to write', hint);
}

const download: Verb<{ to?: string }, [query: string]> = async (context, { to, yes }, query) => {
  const artifact = await artifactNamed(await context.space(), query);
  const text = await artifact.download();
  if (to === undefined) {
    if (context.out.json) return context.out.answer({ content: text }, () => text);
    return context.out.raw(text);
  }
  const before = await readFile(to, 'utf8').catch(() => undefined);
  if (before !== undefined && before !== text) await confirm(`Overwrite ${to}?`, yes, `This would overwrite ${to}`);
  await writeFile(to, text);
  context.out.done({ file: to }, `Saved in ${to}`);
};

const lock: Verb<object, [query: string]> = async (context, _, query) => {
  const artifact = await artifactNamed(await context.space(), query);
  const result = await artifact.lock();
  context.out.done(
    result,
    `Locked for ${left(result.lockExpiresAt)}; release it with \`parley artifact unlock ${short(artifact.id)}\``,
  );
};

const unlock: Verb<object, [query: string]> = async (context, { yes }, query) => {
  const space = await context.space();
  const artifact = await artifactNamed(space, query);
  const holder = await holderToOverrule(space, artifact);
  if (holder) {
    const of = `the lock of ${holder} on “${artifact.name}”`;
    await confirm(`Break ${of}? Changes that ${holder} has not written yet may be lost.`, yes, `This would break ${of}`);
  }
  const { lockedBy } = artifact.view;
  const view = await artifact.unlock();
  const done = holder ? `Unlocked; ${holder} no longer holds the lock` : 'Unlocked';
  context.out.done(view, lockedBy === undefined ? 'It was not locked' : done);
};

/** The name of the participant whose lock the caller, as the owner, would break. */
async function holderToOverrule(space: Space, { view: { lockedBy } }: Artifact): Promise<string | undefined> {
  if (lockedBy === undefined) return undefined;
  const me = space.participantId ?? (await identityIn(space));
  const { participants } = await space.get();
  const isOwner = participants.some((participant) => participant.isOwner && participant.participantId === me);
  const holder = participants.find(({ participantId }) => participantId === lockedBy);
  return isOwner && lockedBy !== me ? (holder?.name ?? short(lockedBy)) : undefined;
}

/** The participant of the key. For a key from the environment, only the stream of the space reveals that. */
async function identityIn(space: Space): Promise<string | undefined> {
  for await (const event of space.events({ after: 'now' })) if (event.type === 'ready') return event.data.participantId;
  return undefined;
}

const diff: Verb<{ exitCode?: boolean }, [query: string, file?: string]> = async (context, { exitCode }, query, file) => {
  const text = await content([], file ?? (process.stdin.isTTY ? undefined : '-'));
  if (text === undefined) throw new Failure('usage', 'There is nothing to compare with', 'name a file, or pipe the text in');
  const artifact = await artifactNamed(await context.space(), query);
  const change = await difference({ name: artifact.name, text: artifact.content }, { name: file ?? '-', text });
  if (context.out.json)
    context.out.answer({ version: artifact.version, differs: change.plain !== '', diff: change.plain }, () => '');
  else if (change.plain) context.out.line(change.painted.replace(/\n$/, ''));
  if (exitCode && change.plain) process.exitCode = 1;
};

/** An artifact with its content. */
async function artifactNamed(space: Space, query: string): Promise<Artifact> {
  const { artifacts } = await space.get();
  const { id } = theOne<ArtifactSummary>('artifact', artifacts, query, ({ id, name }) => ({ id, name }));
  return space.artifacts.get(id);
}
