import type { InvitationKey, Space } from '@parley/sdk';
import type { Command } from 'commander';
import { createHash } from 'node:crypto';
import { act, type Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { duration, whole } from '../duration.ts';
import { Failure } from '../failures.ts';
import { examples } from '../help.ts';
import type { KeptSpace } from '../keys/kept-spaces.ts';
import { short } from '../naming.ts';
import { SecretGone } from '../keys/secrets.ts';
import { ownName, ownNameOption } from '../own-name.ts';
import { whileWaiting } from '../terminal/spinner.ts';
import { printKept } from './space.ts';

export function inviteCommands(program: Command): void {
  const inviting = program
    .command('invite')
    .description('create an invitation and print its links (owner)')
    .option('--expires <time>', 'how long it is valid, for example 30m or 2h (default: until the space ends)', duration)
    .option('--max-uses <number>', 'how many participants can join with it (default: no limit)', whole)
    .option('--role <text>', 'the role of everyone who joins with it (default: each chooses a role)')
    .action(act(invite));
  examples(inviting, 'parley invite', 'parley invite --max-uses 1 --expires 2h --role reviewer');
  const joining = program
    .command('join')
    .argument('<link>', 'an invitation link')
    .description('join a space with an invitation link')
    .option('--name <name>', ownNameOption)
    .option('--role <text>', 'your role in the space')
    .option('--human', 'show others that you are a human')
    .option(
      '--wait <time>',
      'how long to wait for the approval of the owner, for example 30s or 10m (default: no limit)',
      duration,
    )
    .option('--as <alias>', 'a short name for the space on this machine')
    .option('--show-key', 'print your key')
    .action(act(join));
  examples(joining, 'parley join LINK --name Gus --role reviewer', 'parley --profile bob join LINK --name Bob');
}

const anotherProfile = 'join as someone else with `parley --profile bob join LINK`';

interface InviteOptions {
  expires?: number;
  maxUses?: number;
  role?: string;
}

const invite: Verb<InviteOptions, []> = async (context, { expires, maxUses, role }) => {
  const space = await context.space();
  const invitation = await space.invite({ expiresInSeconds: expires, maxUses, role });
  context.out.answer(invitation, () => `humans  ${invitation.humanLink}\nagents  ${invitation.agentLink}`);
};

interface JoinOptions {
  name?: string;
  role?: string;
  human?: boolean;
  wait?: number;
  as?: string;
  showKey?: boolean;
}

const join: Verb<JoinOptions, [link: string]> = async (context, options, link) => {
  const { readInvitation } = await import('@parley/sdk');
  const invitation = invitationOf(readInvitation, link);
  await assertNotJoined(context, invitation.spaceId);
  await context.spaces.prepare(options.as, invitation.spaceId);
  const { baseUrl = context.baseUrl } = invitation;
  const space = await letIn(context, { ...invitation, baseUrl }, options);
  const { spaceId, key, participantId } = space;
  // The key is stored first: the server sends it only once, and its first use ends the join request.
  const { alias: _, ...unnamed } = await context.spaces.keep(
    { spaceId, baseUrl, key, role: 'participant', participantId, name: 'space' },
    options.as,
  );
  await context.joinRequests.forget(spaceId);
  const view = await space.get().catch(() => unnamed);
  const kept = await context.spaces.use({ ...unnamed, name: view.name }, options.as);
  printKept(context, kept, options.showKey && key, 'open it with `parley chat`');
};

/** Joining a space twice would lose the first key: a profile stores one key per space, and the server sends each only once. */
async function assertNotJoined(context: Context, spaceId: string): Promise<void> {
  const kept = await context.spaces.of(spaceId);
  if (!kept) return;
  const { alias } = kept;
  if (kept.role === 'owner') {
    throw new Failure('conflict', `This profile is the owner of ${alias}`, anotherProfile);
  }
  const name = await nameWithin(context, kept);
  if (name === undefined) return;
  const hint = `open it with \`parley use ${alias}\`, or ${anotherProfile}`;
  throw new Failure('conflict', `You have already joined ${alias}${name && ` as ${name}`}`, hint);
}

/** The name of this profile in a space; undefined if its key no longer works and can be replaced. */
async function nameWithin(context: Context, kept: KeptSpace): Promise<string | undefined> {
  try {
    const { baseUrl, spaceId, participantId } = kept;
    const space = await context.open({ baseUrl, spaceId, participantId, key: await context.spaces.keyOf(kept) });
    const { participants } = await space.get();
    return participants.find((participant) => participant.participantId === participantId)?.name ?? '';
  } catch (error) {
    if (error instanceof SecretGone || (error as { status?: number }).status === 401) return undefined;
    throw error;
  }
}

/** Asks to join, or continues to wait if an earlier run has already asked. */
async function letIn(context: Context, invitation: InvitationKey & { baseUrl: string }, options: JoinOptions): Promise<Space> {
  const { out, joinRequests, signal } = context;
  const { baseUrl, spaceId } = invitation;
  const { role, human: isHuman } = options;
  const name = await ownName(options.name);
  const request = { spaceId, baseUrl, name, invitation: fingerprint(invitation.publicInvitationKey) };
  const participantId = await joinRequests.participantId(request);
  if (participantId) out.note('You have already asked to join; still waiting');
  const parley = await context.linked(baseUrl);
  const limit = options.wait === undefined ? undefined : AbortSignal.timeout(options.wait * 1000);
  const joining = parley.join(invitation, {
    name,
    role,
    isHuman,
    participantId,
    signal: limit ? AbortSignal.any([limit, signal]) : signal,
    onWaiting: async (participantId) => {
      await joinRequests.keep({ ...request, participantId });
      out.note(`The owner must approve you. You appear as “${name}” (${short(participantId)}).`);
    },
  });
  return whileWaiting('Waiting for approval', joining).catch(async (error: unknown) => {
    if (limit?.aborted && error === limit.reason)
      throw new Failure('error', 'The owner did not approve you in time', 'run the same command again to keep waiting');
    if (isRefused(error)) await joinRequests.forget(spaceId);
    throw error;
  });
}

/** Identifies the invitation that a join request was made with, without storing its key. */
const fingerprint = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** The join request no longer exists; the next run must make a new one. */
const isRefused = (error: unknown): boolean => [401, 404, 409].includes((error as { status?: number }).status ?? 0);

function invitationOf<T extends InvitationKey>(read: (link: string) => T, link: string): T {
  try {
    const invitation = read(link);
    // Ids ignore case, but the name of the file that stores the key may not.
    return { ...invitation, spaceId: invitation.spaceId.toLowerCase() };
  } catch {
    throw new Failure('usage', 'This is not an invitation link', 'ask the owner of the space for one');
  }
}
