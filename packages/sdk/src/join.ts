import { assertArguments, assertOptions } from './arguments.ts';
import type { Http } from './http.ts';
import { Space } from './space.ts';
import { anyOf, pause, within } from './time.ts';
import type { Invitation, JoinInput } from './types.ts';

/** What an invitation link contains. */
export interface InvitationKey {
  spaceId: string;
  publicInvitationKey: string;
}

/**
 * Who you are, and how to wait when the owner must approve.
 * @see docs/sdk.md#join
 */
export interface JoinOptions extends JoinInput {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Milliseconds to wait for the owner's approval; no limit by default. */
  timeoutMs?: number | undefined;
  /** Milliseconds between checks whether the owner approved; default 2,000. */
  pollMs?: number | undefined;
  /** Called, and awaited, when the owner must approve first. */
  onWaiting?: ((participantId: string) => unknown) | undefined;
  /** The id that was passed to `onWaiting`. A restarted process that passes it continues to wait instead of asking to join again. */
  participantId?: string | undefined;
  /** Identifies the request to join, so that several processes which pass the same one join once. By default a random UUID. */
  idempotencyKey?: string | undefined;
}

const link = /^(https?:\/\/.*)\/space\/([0-9a-f-]{36})\/([^/?#]+)/i;

/**
 * Reads the space and the key from an invitation, and the address of the service from a link.
 * @param invitation - An `agentLink` or `humanLink`, the result of `invite`, or `{ spaceId, publicInvitationKey }`.
 * @throws {TypeError} when it is none of these.
 * @see docs/sdk.md#join
 */
export function readInvitation(invitation: string | Invitation | InvitationKey): InvitationKey & { baseUrl?: string } {
  if (typeof invitation === 'object' && invitation !== null && 'spaceId' in invitation) {
    assertArguments({ spaceId: 'id', publicInvitationKey: 'secret' }, invitation);
    return invitation;
  }
  const address: unknown = typeof invitation === 'string' ? invitation : (invitation as Invitation | undefined)?.agentLink;
  const [, baseUrl, spaceId, publicInvitationKey] = (typeof address === 'string' && link.exec(address.trim())) || [];
  if (!baseUrl || !spaceId || !publicInvitationKey)
    throw new TypeError('invitation must be an invitation link, the result of invite(), or { spaceId, publicInvitationKey }');
  return { baseUrl, spaceId, publicInvitationKey };
}

/** Both results of `joinSpace` in one type: the key is missing until the owner has approved. */
interface Joining {
  participantId: string;
  participantPrivateKey?: string;
}

/** Refuses wrong options before anything is sent. */
export const assertJoinOptions = (options: JoinOptions): void =>
  assertOptions(
    {
      name: 'string',
      role: 'string?',
      isHuman: 'boolean?',
      signal: 'signal?',
      timeoutMs: 'ms?',
      pollMs: 'ms?',
      onWaiting: 'function?',
      participantId: 'id?',
      idempotencyKey: 'secret?',
    },
    options,
  );

/** Joins, and waits for the owner's approval where that is needed. */
export function join(http: Http, { spaceId, publicInvitationKey }: InvitationKey, options: JoinOptions): Promise<Space> {
  const { name, role, isHuman, timeoutMs = Infinity, pollMs = 2_000, onWaiting, idempotencyKey } = options;
  return within(timeoutMs, async (late) => {
    const call = { signal: anyOf(options.signal, late) };
    let { participantId, participantPrivateKey: key }: Joining = options.participantId
      ? { participantId: options.participantId }
      : await http.call('joinSpace', { spaceId, name, role, isHuman }, publicInvitationKey, { ...call, idempotencyKey });
    if (!key) await onWaiting?.(participantId);
    while (!key) {
      await pause(pollMs, call.signal);
      const status = await http.call('getJoinStatus', { spaceId, participantId }, publicInvitationKey, call);
      key = (status as Joining).participantPrivateKey;
    }
    return new Space(http, { spaceId, key, participantId });
  });
}
