import type { InvitationKey, Space } from '@parley/sdk';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { fingerprint } from '../../keys/fingerprint.ts';
import type { KeptSpace } from '../../keys/kept-spaces.ts';
import { SecretGone } from '../../keys/secrets.ts';
import { short } from '../../naming.ts';
import { unlocked } from '../../rotation.ts';
import { whileWaiting } from '../../terminal/spinner.ts';

const anotherProfile = 'join as someone else with `parley --profile bob join LINK`';

export interface Joining {
  name: string;
  role?: string | undefined;
  isHuman?: boolean | undefined;
  /** Seconds to wait for the approval of the owner. */
  wait?: number | undefined;
  alias?: string | undefined;
  /** Whether the space becomes the current one. */
  isCurrent: boolean;
}

/** The profile already has a key to this space. */
export class AlreadyJoined extends Failure {
  readonly kept: KeptSpace;

  constructor(kept: KeptSpace, message: string, hint: string) {
    super('conflict', message, hint);
    this.kept = kept;
  }
}

/** The owner has not decided in time; joining again continues to wait. */
export class NotApproved extends Failure {}

/** Joins a space with the link of an invitation, and keeps the key. */
export async function joinWith(context: Context, link: string, joining: Joining): Promise<{ kept: KeptSpace; key: string }> {
  const { alias, isCurrent } = joining;
  const { readInvitation } = await import('@parley/sdk');
  const invitation = invitationOf(readInvitation, link);
  await assertNotJoined(context, invitation.spaceId);
  await context.spaces.prepare(alias, invitation.spaceId);
  const { baseUrl = context.baseUrl } = invitation;
  const space = await letIn(context, { ...invitation, baseUrl }, joining);
  const { spaceId, key, participantId } = space;
  // The key is stored first: the server sends it only once, and its first use ends the join request.
  const { alias: _, ...unnamed } = await context.spaces.keep(
    { spaceId, baseUrl, key, role: 'participant', participantId, name: 'space' },
    alias,
    isCurrent,
  );
  await context.joinRequests.forget(spaceId);
  const view = await space.get().catch(() => unnamed);
  return { kept: await context.spaces.use({ ...unnamed, name: view.name }, alias, isCurrent), key };
}

/** Joining a space twice would lose the first key: a profile stores one key per space, and the server sends each only once. */
async function assertNotJoined(context: Context, spaceId: string): Promise<void> {
  const kept = await context.spaces.of(spaceId);
  if (!kept) return;
  const { alias } = kept;
  if (kept.role === 'owner') {
    throw new AlreadyJoined(kept, `This profile is the owner of ${alias}`, anotherProfile);
  }
  const name = await nameWithin(context, kept);
  if (name === undefined) return;
  const hint = `open it with \`parley use ${alias}\`, or ${anotherProfile}`;
  throw new AlreadyJoined(kept, `You have already joined ${alias}${name && ` as ${name}`}`, hint);
}

/** The name of this profile in a space; undefined if its key no longer works and can be replaced. */
async function nameWithin(context: Context, kept: KeptSpace): Promise<string | undefined> {
  try {
    const { baseUrl, spaceId, participantId } = kept;
    const { key } = await unlocked(context, kept);
    const space = await context.open({ baseUrl, spaceId, participantId, key });
    const { participants } = await space.get();
    return participants.find((participant) => participant.participantId === participantId)?.name ?? '';
  } catch (error) {
    if (error instanceof SecretGone || (error as { status?: number }).status === 401) return undefined;
    throw error;
  }
}

/** Asks to join, or continues to wait if an earlier run has already asked. */
async function letIn(context: Context, invitation: InvitationKey & { baseUrl: string }, joining: Joining): Promise<Space> {
  const { out, joinRequests, signal } = context;
  const { baseUrl, spaceId } = invitation;
  const { name, role, isHuman, wait } = joining;
  const request = { spaceId, baseUrl, name, invitation: fingerprint(invitation.publicInvitationKey) };
  const participantId = await joinRequests.participantId(request);
  if (participantId) out.note('You have already asked to join; still waiting');
  const parley = await context.linked(baseUrl);
  const limit = wait === undefined ? undefined : AbortSignal.timeout(wait * 1000);
  const entering = parley.join(invitation, {
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
  return whileWaiting('Waiting for approval', entering).catch(async (error: unknown) => {
    if (limit?.aborted && error === limit.reason)
      throw new NotApproved('error', 'The owner did not approve you in time', 'run the same command again to keep waiting');
    if (isRefused(error)) await joinRequests.forget(spaceId);
    throw error;
  });
}

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
