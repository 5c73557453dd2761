import type { Artifact, Space } from '@parley/sdk';
import { Option, type Command } from 'commander';
import { diff } from './compare.ts';
import { create } from './create.ts';
import { listDeleted, remove, undelete } from './deleted.ts';
import { edit } from './edit.ts';
import { log, restore, show } from './history.ts';
import { artifactNamed, summaryNamed } from './named.ts';
import { save } from './save.ts';
import { write } from './write.ts';
import { act, formerly, type Verb } from '../../command.ts';
import { duration, whole, within } from '../../duration.ts';
import { inWords } from '../../in-words.ts';
import { examples } from '../../help.ts';
import { isFile } from '../../input/content.ts';
import { short } from '../../naming.ts';
import { confirm } from '../../terminal/prompt.ts';
import { changeOptions, from, number, which } from './change-options.ts';
import { proposalCommands } from './proposals/commands.ts';

const howMany = within(1, 1e6, whole, 'a number from 1');
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
    .addOption(
      new Option('--if-exists <what>', 'what to do if the name is taken; return prints the id of the present one')
        .choices(['refuse', 'return', 'create'])
        .default('refuse'),
    )
    .action(act(create));
  examples(creating, 'parley artifact create Plan --from plan.md', 'echo "# Plan" | parley artifact create Plan');
  artifact
    .command('list')
    .description('list the artifacts of the space and their locks')
    .option('--deleted', 'list the newest 200 deleted ones instead; only for the owner')
    .action(act(list));
  const on = (name: string) => artifact.command(name).argument('<artifact>', which);
  on('show')
    .argument('[version]', 'the number of an old version', number)
    .description('print an artifact, or an old version of it')
    .action(act(show));
  const editing = on('edit')
    .description('edit an artifact in $VISUAL or $EDITOR under its lock')
    .option(...from)
    .option(...wait)
    .action(act(edit));
  examples(editing, 'parley artifact edit Plan', 'parley artifact edit Plan --wait 5m');
  const writing = changeOptions(
    on('write')
      .argument('[file]', 'the file with the text; standard input if not given')
      .description('replace the content of an artifact, unless others have changed it since the file was downloaded')
      .option(...from),
  )
    .addOption(new Option('--force', 'write even if others have changed it').conflicts(['base', 'propose']))
    .option('--dry-run', 'only show what would change')
    .addOption(new Option('--propose', 'propose the change if another participant holds the lock').conflicts('dryRun'))
    .option(...wait)
    .action(act(write));
  examples(
    writing,
    'parley artifact write Plan plan.md',
    'echo "- Rain" | parley artifact write Plan --section "Plan > Risks" --append',
    'parley artifact write Plan plan.md --dry-run',
  );
  const downloading = on('download')
    .description('print the Markdown unchanged, or save it in a file; asks before it overwrites another text')
    .option('-o, --out <file>', 'the file to save it in, instead of standard output, which is -')
    .action(act(download));
  formerly(downloading, '--to <file>', 'out');
  on('lock').description('take the lock, or renew it; it expires by itself, by default after 10 minutes').action(act(lock));
  on('unlock').description('release your lock; the owner can also break the lock of another participant').action(act(unlock));
  const logging = on('log')
    .description('list the versions of an artifact, newest first: who wrote them, when, how and why')
    .option('--last <number>', 'only this many of the newest (default: 20)', howMany)
    .action(act(log));
  formerly(logging, '--limit <number>', 'last', howMany);
  examples(logging, 'parley artifact log Plan', 'parley artifact log Plan --last 100 --json');
  const comparing = on('diff')
    .argument('[from]', 'a version, or a file to compare the artifact with (- is standard input); the last change if not given')
    .argument('[to]', 'another version (default: the present one)', number)
    .description('show how an artifact has changed, or how a file differs from it')
    .option('--exit-code', 'end with exit code 1 if there is a difference')
    .action(act(diff));
  examples(comparing, 'parley artifact diff Plan', 'parley artifact diff Plan 1 2', 'parley artifact diff Plan plan.md');
  const restoring = on('restore')
    .argument('<version>', 'the number of the version', number)
    .description('make an old version of an artifact the present one again, as a new version')
    .option('--note <text>', 'why, for the log')
    .action(act(restore));
  examples(restoring, 'parley artifact restore Plan 1 --note "The draft was better"');
  on('rename').argument('<name>', 'the new name').description('give an artifact another name').action(act(rename));
  on('delete')
    .description('delete an artifact that you created or, as the owner, any; you and the owner can bring it back')
    .action(act(remove));
  on('undelete')
    .description('bring a deleted artifact back, with its history and without a lock; only for who deleted it and the owner')
    .action(act(undelete));
  proposalCommands(artifact);
}

const list: Verb<{ deleted?: boolean }, []> = async (context, { deleted }) => {
  if (deleted) return listDeleted(context);
  const space = await context.space();
  const { artifacts, participants } = await space.get();
  const nameOf = new Map(participants.map(({ participantId, name, displayName = name }) => [participantId, displayName]));
  context.out.list(
    artifacts,
    {
      name: ({ name }) => name,
      version: ({ version }) => String(version),
      changed: ({ updatedAt }) => new Date(updatedAt).toLocaleString('sv'),
      lock: ({ lockedBy, lockExpiresAt }) =>
        lockedBy
          ? [nameOf.get(lockedBy) ?? short(lockedBy), ...(lockExpiresAt ? [`${left(lockExpiresAt)} left`] : [])].join(', ')
          : '',
      id: ({ id }) => short(id),
    },
    'No artifacts yet. `parley artifact create NAME` creates one.',
  );
};

const left = (dateTime: string): string => inWords((Date.parse(dateTime) - Date.now()) / 1000);

const download: Verb<{ out?: string }, [query: string]> = async (context, { out }, query) => {
  const space = await context.space();
  // Read with its version.
  const { id, content: text, version } = await artifactNamed(space, query);
  if (!isFile(out)) {
    if (context.out.json) return context.out.answer({ content: text }, () => text);
    return context.out.raw(text);
  }
  await save(context, { file: out, spaceId: space.spaceId, artifactId: id }, { text, version });
  context.out.done({ file: out, version }, `Saved in ${out}`);
};

const rename: Verb<object, [query: string, name: string]> = async (context, _, query, name) => {
  const space = await context.space();
  const { id: artifactId, name: before } = await summaryNamed(space, query);
  const view = await space.call('renameArtifact', { artifactId, name });
  context.out.done(view, `Renamed “${before}” to “${view.name}”`);
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
