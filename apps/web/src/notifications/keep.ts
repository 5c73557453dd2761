import type { WebPushSubscription } from '@parley/sdk';
import { effect } from '@preact/signals';
import { parley } from '../space/client.ts';
import { memberships, type Membership } from '../space/memberships.ts';
import { subscribe } from './subscription.ts';
import { rememberTold, told } from './told.ts';
import { shareWithWorker } from './worker-keys.ts';

type Member = Membership & { key: string };

const isMember = (membership: Membership): membership is Member => membership.key !== undefined && membership.ended === undefined;

/** As long as notifications are on. */
let subscription: WebPushSubscription | undefined;
let isFollowing = false;

/**
 * Tells the server of the subscription of this browser as long as notifications are on: for each space that it remembers, also for
 * those that are joined later. A subscription that the browser has replaced is told anew.
 */
export async function keepTold(): Promise<void> {
  if (Notification.permission !== 'granted') {
    rememberTold(undefined);
    return shareWithWorker([]);
  }
  subscription = await subscribe();
  const { endpoint } = subscription;
  if (told.peek()?.endpoint !== endpoint) rememberTold({ endpoint, participants: {} });
  if (isFollowing) return;
  isFollowing = true;
  follow();
  clearBadge();
  document.addEventListener('visibilitychange', clearBadge);
}

export async function stopTelling(): Promise<void> {
  const { participants = {} } = told.peek() ?? {};
  // First, so that nobody is told of it again meanwhile.
  rememberTold(undefined);
  await Promise.all(
    memberships
      .peek()
      .filter(isMember)
      .map((member) => withdraw(member, participants)),
  );
}

function follow(): void {
  const tried = new Set<string>();
  let known: readonly Member[] = [];
  effect(() => {
    const now = told.value;
    const members = now ? memberships.value.filter(isMember) : [];
    void shareWithWorker(members);
    for (const member of members) {
      const { spaceId, participantId } = member;
      if (now?.participants[spaceId] === participantId || tried.has(participantId)) continue;
      // What fails is tried again when the app opens next.
      tried.add(participantId);
      void tell(member).catch(() => {});
    }
    if (!now) tried.clear();
    else for (const left of known.filter(isForgotten)) void withdraw(left, now.participants);
    known = members;
  });
}

const isForgotten = ({ spaceId }: Member): boolean => !memberships.peek().some((each) => each.spaceId === spaceId);

async function tell(member: Member): Promise<void> {
  const { spaceId, participantId } = member;
  await parley.space(member).call('putWake', { kind: 'webpush', subscription });
  const now = told.peek();
  if (now) rememberTold({ ...now, participants: { ...now.participants, [spaceId]: participantId } });
}

/** If the server cannot be told, it learns from the push service that the browser is gone. */
async function withdraw(member: Member, participants: Readonly<Record<string, string>>): Promise<void> {
  if (participants[member.spaceId] !== member.participantId) return;
  const now = told.peek();
  if (now) {
    const { [member.spaceId]: _, ...others } = now.participants;
    rememberTold({ ...now, participants: others });
  }
  const space = parley.space(member);
  try {
    // A program that acts for the same participant can have replaced it.
    if ((await space.call('getWake', {})).kind === 'webpush') await space.call('deleteWake', {});
  } catch {
    // A key that works no more has no address.
  }
}

/** The service worker sets it. */
function clearBadge(): void {
  if (document.visibilityState === 'visible') void navigator.clearAppBadge?.().catch(() => {});
}
