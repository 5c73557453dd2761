import type { InvitationKey, Space } from '@parley/sdk';
import type { Command } from 'commander';
import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { act, type Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { duration, whole } from '../duration.ts';
import { Failure } from '../failures.ts';
import type { KeptSpace } from '../keys/kept-spaces.ts';
import { SecretGone } from '../keys/secrets.ts';
import { whileWaiting } from '../terminal/spinner.ts';
import { tellKept } from './space.ts';

export function inviteCommands(program: Command): void {
  program
    .command('invite')
    .description('make an invitation (owner)')
    .option('--expires <time>', 'how long it works, as 30m or 2h (default: as long as the space)', duration)
    .option('--max-uses <number>', 'how many may ask to join with it (default: any number)', whole)
    .option('--role <text>', 'the role of everybody who joins with it (default: what they say themselves)')
    .action(act(invite));
  program
    .command('join <link>')
    .description('join the space of an invitation link, keep the key and use it')
    .option('--name <name>', 'your name in it (default: your name on this machine)')
    .option('--role <text>', 'your role in it')
    .option('--human', 'say that you are a human')
    .option('--wait <time>', 'how long to wait for the approval of the owner, as 30s or 10m (default: without end)', duration)
    .option('--as <alias>', 'a short name for it on this machine')
    .option('--show-key', 'print your key')
    .action(act(join));
}

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
  await assertOutside(context, invitation.spaceId);
  await context.spaces.prepare(options.as, invitation.spaceId);
  const { baseUrl = context.baseUrl } = invitation;
  const space = await letIn(context, { ...invitation, baseUrl }, options);
  const { spaceId, key, participantId } = space;
  // First of all: the key is told only once, and its first use ends the request.
  const { alias: _, ...unnamed } = await context.spaces.keep(
    { spaceId, baseUrl, key, role: 'participant', participantId, name: 'space' },
    options.as,
  );
  await context.joinRequests.forget(spaceId);
  const view = await space.get().catch(() => unnamed);
  const kept = await context.spaces.use({ ...unnamed, name: view.name }, options.as);
  tellKept(context, kept, options.showKey && key, '`parley chat` talks in it');
};

/** Whoever joins a space twice would lose the first key of it: a profile keeps one, and the service tells it once. */
async function assertOutside(context: Context, spaceId: string): Promise<void> {
  const kept = await context.spaces.of(spaceId);
  if (!kept) return;
  const { alias } = kept;
  if (kept.role === 'owner') {
    throw new Failure('conflict', `You are the owner of ${alias} here`, '`parley --profile bob join …` joins as somebody else');
  }
  const name = await nameWithin(context, kept);
  if (name === undefined) return;
  const hint = `\`parley use ${alias}\` goes on in it; with another \`--profile\` you join as somebody else`;
  throw new Failure('conflict', `You are in ${alias} already${name && ` as ${name}`}`, hint);
}

/** Who this profile is in a space: nothing where its key is dead, and may be replaced. */
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

/** Asks to be let in, or goes on waiting where an earlier run asked already. */
async function letIn(context: Context, invitation: InvitationKey & { baseUrl: string }, options: JoinOptions): Promise<Space> {
  const { out, joinRequests, signal } = context;
  const { baseUrl, spaceId } = invitation;
  const { role, human: isHuman, name = userInfo().username } = options;
  const request = { spaceId, baseUrl, name, invitation: fingerprint(invitation.publicInvitationKey) };
  const participantId = await joinRequests.participantId(request);
  if (participantId) out.note('You asked before, and wait on');
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
      out.note(`The owner must approve you: parley approve ${participantId}`);
    },
  });
  return whileWaiting('Waiting to be let in', joining).catch(async (error: unknown) => {
    if (limit?.aborted && error === limit.reason)
      throw new Failure('error', 'The owner did not approve in time', 'the same command waits on');
    if (isRefused(error)) await joinRequests.forget(spaceId);
    throw error;
  });
}

/** A request is answered under the invitation that it was made with, and no other. */
const fingerprint = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** The service knows nobody who waits there any more: whoever comes again asks anew. */
const isRefused = (error: unknown): boolean => [401, 404, 409].includes((error as { status?: number }).status ?? 0);

function invitationOf<T extends InvitationKey>(read: (link: string) => T, link: string): T {
  try {
    const invitation = read(link);
    // An id is the same in capitals; the file that keeps its key is not.
    return { ...invitation, spaceId: invitation.spaceId.toLowerCase() };
  } catch {
    throw new Failure('usage', 'This is no invitation link', '`parley invite` of the owner prints one');
  }
}
