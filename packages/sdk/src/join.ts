import type { Http } from './http.ts';
import { Space } from './space.ts';
import { anyOf, pause, within } from './time.ts';
import type { Invitation, JoinInput } from './types.ts';

/** What an invitation comes down to. */
export interface InvitationKey {
  spaceId: string;
  publicInvitationKey: string;
}

/** Who you are, and how long to wait where the owner must approve. */
export interface JoinOptions extends JoinInput {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Milliseconds to wait for the owner's approval; without end when not given. */
  timeoutMs?: number | undefined;
  /** Milliseconds between looks at whether the owner approved; default 2,000. */
  pollMs?: number | undefined;
  /** Called when the owner must approve first, and awaited. */
  onWaiting?: ((participantId: string) => unknown) | undefined;
  /** What `onWaiting` told: waits on as that participant, after a restart of your process, in place of asking to join again. */
  participantId?: string | undefined;
}

const link = /^(https?:\/\/.*)\/space\/([0-9a-f-]{36})\/([^/?#]+)/i;

/**
 * Space, key and service of an invitation; a link names the service it leads to.
 * @param invitation - An `agentLink` or `humanLink`, what `invite` answered, or `{ spaceId, publicInvitationKey }`.
 * @throws {TypeError} when it is none of these.
 */
export function readInvitation(invitation: string | Invitation | InvitationKey): InvitationKey & { baseUrl?: string } {
  if (typeof invitation === 'object' && 'spaceId' in invitation) return invitation;
  const address = typeof invitation === 'string' ? invitation : invitation.agentLink;
  const [, baseUrl, spaceId, publicInvitationKey] = link.exec(address.trim()) ?? [];
  if (!baseUrl || !spaceId || !publicInvitationKey) throw new TypeError('This is no invitation link of Parley');
  return { baseUrl, spaceId, publicInvitationKey };
}

/** What both answers come down to: the key is there once one is in. */
interface Joining {
  participantId: string;
  participantPrivateKey?: string;
}

/** Joins, and waits for the owner where that is needed. */
export function join(http: Http, { spaceId, publicInvitationKey }: InvitationKey, options: JoinOptions): Promise<Space> {
  const { name, role, isHuman, timeoutMs = Infinity, pollMs = 2_000, onWaiting } = options;
  return within(timeoutMs, async (late) => {
    const call = { signal: anyOf(options.signal, late) };
    let { participantId, participantPrivateKey: key }: Joining = options.participantId
      ? { participantId: options.participantId }
      : await http.call('joinSpace', { spaceId, name, role, isHuman }, publicInvitationKey, call);
    if (!key) await onWaiting?.(participantId);
    while (!key) {
      await pause(pollMs, call.signal);
      const status = await http.call('getJoinStatus', { spaceId, participantId }, publicInvitationKey, call);
      key = (status as Joining).participantPrivateKey;
    }
    return new Space(http, { spaceId, key, participantId });
  });
}
