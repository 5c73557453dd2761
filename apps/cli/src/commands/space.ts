import type { CreateSpaceInput, Privacy, SpaceView, UpdateSpaceInput } from '@parley/sdk';
import { Option, type Command } from 'commander';
import { act, type Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { duration, inWords } from '../duration.ts';
import { Failure } from '../failures.ts';
import type { KeptSpace } from '../keys/kept-spaces.ts';
import { short } from '../naming.ts';
import { confirm } from '../terminal/prompt.ts';

export function spaceCommands(program: Command): void {
  const space = program.command('space').description('make, show, change and close spaces');
  space
    .command('create <name>')
    .description('make a space, keep its owner key and use it')
    .option('-d, --description <text>', 'what it is for (default: its name)')
    .option('--agenda <text>', 'what is to be done')
    .addOption(new Option('--privacy <kind>', 'private: you approve who joins').choices(['public', 'private']).default('public'))
    .option('--ttl <time>', 'how long it lives, as 90s, 30m, 2h or 7d (default: 1d)', duration)
    .option('--as <alias>', 'a short name for it on this machine')
    .option('--name <name>', 'your name in it')
    .option('--role <text>', 'your role in it')
    .option('--human', 'say that you are a human')
    .option('--show-key', 'print the owner key')
    .action(act(create));
  space
    .command('show [space]')
    .description('show what a space is and who is in it')
    .option('--show-key', 'print your key')
    .action(act(show));
  space
    .command('update')
    .description('change the name, description or agenda (owner)')
    .option('--name <text>', 'its new name')
    .option('-d, --description <text>', 'what it is for now')
    .option('--agenda <text>', 'what is to be done now')
    .action(act(update));
  space.command('close').description('close the space for good (owner)').action(act(close));
  space.command('list').description('list the spaces that this profile has keys of').action(act(list));
  space
    .command('recover <id>')
    .description('get the key of a space that is linked to your dashboard, and use it')
    .option('--as <alias>', 'a short name for it on this machine')
    .action(act(recover));
  space.command('forget <space>').description('remove the key of a space from this profile').action(act(forget));
  program
    .command('use <space>')
    .description('choose the current space')
    .option('--as <alias>', 'give it another short name')
    .action(act(use));
}

interface CreateOptions {
  description?: string;
  agenda?: string;
  privacy: Privacy;
  ttl?: number;
  as?: string;
  name?: string;
  role?: string;
  human?: boolean;
  showKey?: boolean;
}

const create: Verb<CreateOptions, [name: string]> = async (context, options, name) => {
  await context.spaces.prepare(options.as);
  const { baseUrl } = context;
  const parley = await context.linked(baseUrl);
  const { description = name, agenda, privacy, ttl, name: ownerName, role: ownerRole, human: isHuman } = options;
  const input = { name, description, agenda, privacy, ttl, ownerName, ownerRole, isHuman };
  const { spaceId, key, participantId } = await parley.createSpace(defined(input) as unknown as CreateSpaceInput);
  const kept = await context.spaces.keep({ spaceId, baseUrl, key, role: 'owner', participantId, name }, options.as);
  tellKept(context, kept, options.showKey && key, 'invite others with `parley invite`');
};

/** What is told of a space that was made, joined or recovered: its id, and the key when that is to be shown. */
export function tellKept({ out }: Context, kept: KeptSpace, key: string | false | undefined, next: string): void {
  const { spaceId, participantId, role, alias, name } = kept;
  out.answer({ spaceId, participantId, role, alias, name, ...(key && { key }) }, () => (key ? `${spaceId}\n${key}` : spaceId));
  if (!out.json) out.note(`${alias} is the current space; ${next}`);
}

const show: Verb<{ showKey?: boolean }, [name?: string]> = async (context, { showKey }, name) => {
  const place = await context.place(name);
  const space = await context.open(place);
  const view = await space.get();
  const { key } = place;
  context.out.answer({ ...view, ...(place.kept && { alias: place.kept.alias }), ...(showKey && { key }) }, () =>
    [...described(view), ...(showKey ? [`key           ${key}`] : [])].join('\n'),
  );
};

function described({
  name,
  description,
  agenda,
  spaceId,
  privacy,
  state,
  ttlRemaining,
  participants,
  artifacts,
}: SpaceView): string[] {
  return [
    name,
    ...(description === name ? [] : [description]),
    ...(agenda ? [`agenda        ${agenda}`] : []),
    `id            ${spaceId}`,
    `state         ${state}, ${privacy}, ${inWords(ttlRemaining)} left`,
    `participants  ${participants.map(inShort).join(', ')}`,
    `artifacts     ${artifacts.map((artifact) => artifact.name).join(', ') || 'none'}`,
  ];
}

const inShort = ({ name, isOwner, status }: SpaceView['participants'][number]): string =>
  `${name} (${isOwner ? 'owner, ' : ''}${status})`;

const update: Verb<UpdateSpaceInput, []> = async (context, { name, description, agenda }) => {
  const changes = defined({ name, description, agenda });
  if (Object.keys(changes).length === 0) throw new Failure('usage', 'Nothing to change', 'say --name, --description or --agenda');
  const space = await context.space();
  context.out.done(await space.update(changes), 'Updated');
};

const close: Verb<object, []> = async (context, { yes }) => {
  const place = await context.place();
  await confirm(`Close ${place.kept?.name ?? place.spaceId} for good?`, yes);
  const space = await context.open(place);
  context.out.done(await space.close(), 'Closed');
  if (place.kept) await context.spaces.forget(place.kept);
};

const list: Verb<object, []> = async ({ spaces, out }) => {
  const current = await spaces.current();
  const kept = (await spaces.all()).map(({ key: _, keychain, ...space }) => ({
    ...space,
    keptIn: keychain ? 'keychain' : 'file',
    current: space.spaceId === current?.spaceId,
  }));
  out.list(
    kept,
    {
      ' ': ({ current }) => (current ? '*' : ''),
      alias: ({ alias }) => alias,
      name: ({ name }) => name,
      you: ({ role }) => role,
      id: ({ spaceId }) => short(spaceId),
      key: ({ keptIn }) => keptIn,
      service: ({ baseUrl }) => baseUrl,
    },
    'No spaces yet; `parley space create` or `parley join` gets one',
  );
};

const recover: Verb<{ as?: string }, [id: string]> = async (context, options, spaceId) => {
  await context.spaces.prepare(options.as);
  const { baseUrl } = context;
  if (!context.session && !(await context.userToken(baseUrl)))
    throw new Failure('keyNeeded', 'This needs your dashboard', '`parley login` first');
  const parley = await context.linked(baseUrl);
  const { role, privateKey: key } = await parley.getMySpaceKey(spaceId);
  const { name } = await parley.space({ spaceId, key }).get();
  tellKept(
    context,
    await context.spaces.keep({ spaceId, baseUrl, key, role, name }, options.as),
    false,
    '`parley space show` shows it',
  );
};

const forget: Verb<object, [name: string]> = async ({ spaces, out }, { yes }, name) => {
  const kept = await spaces.named(name);
  await confirm(`Remove the key of ${kept.name}? Nobody can give it to you again.`, yes);
  await spaces.forget(kept);
  out.done({ ok: true }, `Forgot ${kept.alias}`);
};

const use: Verb<{ as?: string }, [name: string]> = async ({ spaces, out }, options, name) => {
  const space = await spaces.named(name);
  await spaces.assertFree(options.as, space.spaceId);
  const kept = await spaces.use(space, options.as ?? space.alias);
  out.done({ spaceId: kept.spaceId, alias: kept.alias }, `${kept.alias} is the current space`);
};

const defined = <T extends object>(input: T): { [Field in keyof T]?: NonNullable<T[Field]> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never;
