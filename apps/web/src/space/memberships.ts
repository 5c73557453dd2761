import { computed, signal } from '@preact/signals';

/** What this browser remembers of a space. */
export interface Membership {
  spaceId: string;
  /** Its name when it was last open. */
  spaceName: string;
  /** Missing until the owner has decided. */
  key?: string;
  participantId: string;
  name: string;
  isOwner: boolean;
  /** With which an applicant asks for the decision. */
  invitationKey?: string;
  /** The sequence up to which everything was read. */
  read: number;
  usedAt: number;
  /** Why it is over. It is shown until somebody forgets it or joins again. */
  ended?: string;
}

const prefix = 'parley space ';

/** A browser can refuse storage; then a reload forgets everything, and the rest works. */
function load(): Map<string, Membership> {
  const found = new Map<string, Membership>();
  try {
    for (let i = 0; i < localStorage.length; i += 1) {
      const name = localStorage.key(i)!;
      if (!name.startsWith(prefix)) continue;
      const membership = JSON.parse(localStorage.getItem(name)!) as Membership;
      found.set(membership.spaceId, membership);
    }
  } catch {
    // Nothing is remembered.
  }
  return found;
}

const remembered = signal<ReadonlyMap<string, Membership>>(load());

// Another tab has changed something.
addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(prefix)) remembered.value = load();
});

/** The latest used first, those that are over last. */
export const memberships = computed(() =>
  [...remembered.value.values()].toSorted(
    (a, b) => Number(a.ended !== undefined) - Number(b.ended !== undefined) || b.usedAt - a.usedAt,
  ),
);

export const membershipIn = (spaceId: string): Membership | undefined => remembered.value.get(spaceId);

export function remember(membership: Membership): void {
  remembered.value = new Map(remembered.value).set(membership.spaceId, membership);
  try {
    localStorage.setItem(prefix + membership.spaceId, JSON.stringify(membership));
  } catch {
    // It stays in this tab.
  }
}

/** Changes some fields of what is remembered of a space, if anything is. */
export function amend(spaceId: string, changes: Partial<Membership>): void {
  const before = membershipIn(spaceId);
  if (before) remember({ ...before, ...changes });
}

/** The membership is over: its key works no more, and what happened is remembered. */
export function conclude(spaceId: string, reason: string): void {
  const before = membershipIn(spaceId);
  if (!before) return;
  const { key: _, invitationKey: __, ...rest } = before;
  remember({ ...rest, ended: reason });
}

export function forget(spaceId: string): void {
  const left = new Map(remembered.value);
  left.delete(spaceId);
  remembered.value = left;
  try {
    localStorage.removeItem(prefix + spaceId);
  } catch {
    // Nothing was stored.
  }
}
