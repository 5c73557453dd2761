import type { CreateSpaceInput, Privacy, Space, SpaceView, UpdateSpaceInput } from '@parley/sdk';
import { Option, type Command } from 'commander';
import { act, type Verb } from '../../command.ts';
import type { Context } from '../../context.ts';
import { duration, whole } from '../../duration.ts';
import { inWords } from '../../in-words.ts';
import { localTime } from '../../local-time.ts';
import { Failure } from '../../failure.ts';
import { examples } from '../../help.ts';
import type { KeptSpace } from '../../keys/kept-spaces.ts';
import { short } from '../../naming.ts';
import { ownName, ownNameOption } from '../../own-name.ts';
import { presentName } from '../../present-name.ts';
import { counted, standingsOf, type Standing } from '../../standing.ts';
import { confirm } from '../../terminal/prompt.ts';

const tasksOption = ['--tasks-per-participant <count>', 'how many tasks a participant can work on at a time', whole] as const;
const agentBudgetOption = 'how many messages agents can send between two human messages, or none for any number';

const privacyOption = () =>
  new Option('--privacy <kind>', 'who can join; with private, you approve each participant').choices(['public', 'private']);

type Budget = number | 'none';

const budget = (text: string): Budget => (text === 'none' ? text : whole(text));
const orNull = (chosen: Budget | undefined): number | null | undefined => (chosen === 'none' ? null : chosen);

export function spaceCommands(program: Command): void {
  const space = program.command('space').description('create, show, change and close spaces');
  const creating = space
    .command('create')
    .argument('<name>', 'the name of the space')
    .description('create a space, store its owner key and make it the current space')
    .option('-d, --description <text>', 'the purpose of the space (default: its name)')
    .option('--agenda <text>', 'what the participants should do')
    .addOption(privacyOption().default('public'))
    .option('--ttl <time>', 'how long the space exists, for example 90s, 30m, 2h or 7d (default: 1d)', duration)
    .option('--agent-budget <count>', `${agentBudgetOption} (default: that of the server)`, budget)
    .option(...tasksOption)
    .option('--as <alias>', 'a short name for the space on this machine')
    .option('--name <name>', ownNameOption)
    .option('--role <text>', 'your role in the space')
    .option('--human', 'show others that you are a human')
    .option('--show-key', 'print the owner key')
    .action(act(create));
  examples(
    creating,
    'parley space create "Launch plan"',
    'parley space create Review --privacy private --ttl 2h --name Olga --human',
  );
  space
    .command('show [space]')
    .description('show a space, its participants and its artifacts')
    .option('--show-key', 'print your key')
    .action(act(show));
  space
    .command('update')
    .description('change the name, description, agenda, privacy, limits or remaining time of the space (owner)')
    .option('--name <text>', 'the new name')
    .option('-d, --description <text>', 'the new purpose')
    .option('--agenda <text>', 'the new agenda')
    .addOption(privacyOption())
    .option('--agent-budget <count>', agentBudgetOption, budget)
    .option(...tasksOption)
    .option(
      '--ttl <time>',
      'how long the space exists from now on, for example 2h or 7d; asks if it ends sooner than now',
      duration,
    )
    .action(act(update));
  space
    .command('reset-budget')
    .description('reset the agent budget, so that agents can continue before a human speaks (owner)')
    .action(act(resetBudget));
  const pausing = program
    .command('pause')
    .argument('[reason]', 'why, for everyone to read')
    .description('pause the space: agents can only read, and nothing runs out, until you resume it (owner)')
    .action(act(pause));
  examples(pausing, 'parley pause', 'parley pause "Wait for the review"');
  program.command('resume').description('resume the paused space (owner)').action(act(resume));
  space.command('close').description('close the space; this cannot be undone (owner)').action(act(close));
  space.command('list').description('list the spaces of this profile, with what is unread in each').action(act(list));
  space
    .command('recover')
    .argument('<id>', 'the id of the space, as the page /account shows it')
    .description('get the key of a space that is linked to your dashboard (needs parley login)')
    .option('--as <alias>', 'a short name for the space on this machine')
    .action(act(recover));
  space.command('forget <space>').description('delete the key of a space from this profile').action(act(forget));
  program
    .command('use <space>')
    .description('make a space the current one')
    .option('--as <alias>', 'give it another short name')
    .action(act(use));
}

interface CreateOptions {
  description?: string;
  agenda?: string;
  privacy: Privacy;
  ttl?: number;
  agentBudget?: Budget;
  tasksPerParticipant?: number;
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
  const { description = name, agenda, privacy, ttl, tasksPerParticipant, role: ownerRole, human: isHuman } = options;
  const agentBudget = orNull(options.agentBudget);
  const ownerName = await ownName(options.name);
  const input = { name, description, agenda, privacy, ttl, agentBudget, tasksPerParticipant, ownerName, ownerRole, isHuman };
  const { spaceId, key, participantId } = await parley.createSpace(defined(input) as unknown as CreateSpaceInput);
  const kept = await context.spaces.keep({ spaceId, baseUrl, key, role: 'owner', participantId, name }, options.as);
  printKept(context, kept, options.showKey && key, 'invite others with `parley invite`');
};

/** Prints the id of a space that was created, joined or recovered, and the key if it is wanted. */
export function printKept({ out }: Context, kept: KeptSpace, key: string | false | undefined, next: string): void {
  const { spaceId, participantId, role, alias, name } = kept;
  out.answer({ spaceId, participantId, role, alias, name, ...(key && { key }) }, () => (key ? `${spaceId}\n${key}` : spaceId));
  if (!out.json) out.note(`${alias} is now the current space; ${next}`);
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
  budget,
  tasks,
  paused,
}: SpaceView): string[] {
  return [
    name,
    ...(description === name ? [] : [description]),
    ...(agenda ? [`agenda        ${agenda}`] : []),
    `id            ${spaceId}`,
    `state         ${state}, ${privacy}, ${inWords(ttlRemaining)} left`,
    ...(paused ? [`paused        since ${localTime(paused.at)}${paused.reason ? `: ${paused.reason}` : ''}`] : []),
    `participants  ${participants.map(brief).join(', ')}`,
    `artifacts     ${artifacts.map((artifact) => artifact.name).join(', ') || 'none'}`,
    ...(tasks ? [`tasks         ${tasks.open} open, ${tasks.claimed} claimed, ${tasks.submitted} submitted`] : []),
    ...(budget ? [`agent budget  ${budget.used} of ${budget.limit} messages used, ${budget.mine} by you`] : []),
  ];
}

const brief = ({ name, isOwner, status }: SpaceView['participants'][number]): string =>
  `${name} (${isOwner ? 'owner, ' : ''}${status})`;

type UpdateOptions = Partial<
  Pick<CreateOptions, 'name' | 'description' | 'agenda' | 'privacy' | 'agentBudget' | 'tasksPerParticipant' | 'ttl'>
>;

const update: Verb<UpdateOptions, []> = async (context, options) => {
  const { agentBudget, name, description, agenda, privacy, tasksPerParticipant, ttl, yes } = options;
  const wish = { name, description, agenda, privacy, agentBudget: orNull(agentBudget), tasksPerParticipant, ttl };
  const changes = defined(wish) as UpdateSpaceInput;
  if (Object.keys(changes).length === 0)
    throw new Failure('usage', 'There is nothing to change', 'see `parley space update --help` for what can be changed');
  const space = await context.space();
  if (ttl !== undefined) await confirmEnd(space, ttl, yes);
  context.out.done(await space.update(changes), ttl === undefined ? 'Updated' : `Updated: the space ends in ${inWords(ttl)}`);
};

/** Asks before a space ends sooner than it would now: then every key stops working, and nothing can be read. */
async function confirmEnd(space: Space, ttl: number, yes: boolean | undefined): Promise<void> {
  const { ttlRemaining } = await space.get();
  if (ttl >= ttlRemaining) return;
  const sooner = `in ${inWords(ttl)} instead of in ${inWords(ttlRemaining)}`;
  await confirm(`End the space ${sooner}? Then nobody can read it any more.`, yes, `The space would end ${sooner}`);
}

const resetBudget: Verb<object, []> = async (context) => {
  const space = await context.space();
  context.out.done(await space.resetBudget(), 'Agents can continue');
};

const pause: Verb<object, [reason?: string]> = async (context, _, reason) => {
  const space = await context.space();
  context.out.done(await space.pause(reason), 'Paused: agents can only read until you run `parley resume`');
};

const resume: Verb<object, []> = async (context) => {
  const space = await context.space();
  context.out.done(await space.resume(), 'Resumed');
};

const close: Verb<object, []> = async (context, { yes }) => {
  const place = await context.place();
  const space = await context.open(place);
  await confirm(`Close ${await presentName(space, place)} for everyone? It cannot be reopened.`, yes);
  context.out.done(await space.close(), 'Closed');
  if (place.kept) await context.spaces.forget(place.kept);
};

/** With the name that the space has now, if its server answered. */
const named = ({ view, ...standing }: Standing) => ({ ...standing, ...(view && { name: view.name }) });

const list: Verb<object, []> = async (context) => {
  const { spaces, out } = context;
  const [all, damaged, current] = await Promise.all([spaces.all(), spaces.damaged(), spaces.current()]);
  const standings = await standingsOf(context, all);
  const found = all.map(({ key: _, keychain, ...space }, i) => ({
    ...space,
    keptIn: keychain ? 'keychain' : 'file',
    current: space.spaceId === current?.spaceId,
    ...named(standings[i]!),
  }));
  out.list(
    found,
    {
      ' ': ({ current }) => (current ? '*' : ''),
      alias: ({ alias }) => alias,
      name: ({ name }) => name,
      'you are': ({ role }) => role,
      state: ({ state }) => state,
      unread: ({ unread }) => (unread ? counted(unread) : ''),
      'for you': ({ forYou }) => (forYou ? counted(forYou) : ''),
      id: ({ spaceId }) => short(spaceId),
      key: ({ keptIn }) => keptIn,
      server: ({ baseUrl }) => baseUrl,
    },
    'No spaces yet. Create one with `parley space create NAME`, or join one with `parley join LINK`.',
  );
  for (const file of damaged) out.note(`✗ ${file} is damaged; delete it to continue without its content.`);
  const ended = found.find(({ current, state }) => current && state === 'ended');
  if (ended && (await spaces.leaveCurrent(ended)))
    out.note(`${ended.name} has ended and is no longer your current space; \`parley use SPACE\` chooses another.`);
};

const recover: Verb<{ as?: string }, [id: string]> = async (context, options, spaceId) => {
  await context.spaces.prepare(options.as);
  const { baseUrl } = context;
  if (!context.session && !(await context.userToken(baseUrl)))
    throw new Failure('keyNeeded', 'This command needs a login', 'run `parley login` first');
  const parley = await context.linked(baseUrl);
  const { role, privateKey: key } = await parley.getMySpaceKey(spaceId);
  const { name } = await parley.space({ spaceId, key }).get();
  printKept(
    context,
    await context.spaces.keep({ spaceId, baseUrl, key, role, name }, options.as),
    false,
    'show it with `parley space show`',
  );
};

const forget: Verb<object, [name: string]> = async ({ spaces, out }, { yes }, name) => {
  const kept = await spaces.named(name);
  await confirm(`Delete the key of ${kept.name}? You cannot get it back unless the space is linked to your dashboard.`, yes);
  await spaces.forget(kept);
  out.done({ ok: true }, `Deleted the key of ${kept.alias}`);
};

const use: Verb<{ as?: string }, [name: string]> = async ({ spaces, out }, options, name) => {
  const space = await spaces.named(name);
  await spaces.assertFree(options.as, space.spaceId);
  const kept = await spaces.use(space, options.as ?? space.alias);
  out.done({ spaceId: kept.spaceId, alias: kept.alias }, `${kept.alias} is now the current space`);
};

const defined = <T extends object>(input: T): { [Field in keyof T]?: NonNullable<T[Field]> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never;
