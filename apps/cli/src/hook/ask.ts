import type { Space } from '@parley/sdk';
import { Context, type Global } from '../context.ts';
import { fetch } from '../fetch.ts';
import { shellWord } from '../hosts/shell-word.ts';
import { claimNext } from './choice.ts';
import type { Member } from './members.ts';
import { membershipOf } from './pace.ts';
import { textOf } from './text.ts';

/** The host, and so its user, waits no longer for all requests together; in seconds. */
const usualTimeout = 2;
/** More at once would be a task of its own. */
const mostMessages = 5;

/** A refusal that stays: asking again would get the same answer. */
const final: ReadonlySet<unknown> = new Set(['key_revoked', 'key_expired', 'key_unknown', 'space_closed']);

/** What a look for messages found. */
export interface Found {
  /** Empty if nothing waits. */
  text: string;
  /** Memberships that are over. */
  over: string[];
  /** Whether a server could not be asked. */
  hasFailed: boolean;
}

/** Claims what waits in these spaces, and shows it for the model. It never fails, and ends in time. */
export async function ask(options: Global, members: readonly Member[], isPinned: boolean): Promise<Found> {
  const context = new Context(options);
  context.secrets.isWatched = false;
  const found: Found = { text: '', over: [], hasFailed: false };
  const timeoutMs = 1000 * (Number(process.env['PARLEY_HOOK_TIMEOUT']) || usualTimeout);
  const late = AbortSignal.timeout(timeoutMs);
  const noteFailure = (member: Member, error: unknown) => {
    if (final.has((error as { code?: unknown }).code)) found.over.push(membershipOf(member));
    else found.hasFailed = true;
  };
  const opened = new Map<Space, { member: Member; alias: string }>();
  const open = async (member: Member) => {
    const place = await context.place(isPinned ? undefined : member.spaceId);
    const quiet = { hooks: {}, fetch, maxRetries: 0, timeoutMs, signal: late };
    const alias = place.kept?.alias ?? place.spaceId;
    opened.set(await context.open(place, quiet), { member, alias: /^[\w.-]{1,64}$/.test(alias) ? alias : place.spaceId });
  };
  // The keychain can wait for its user longer than any signal allows.
  const isLate = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve(), { once: true }));
  const opening = Promise.all(members.map((member) => open(member).catch((error: unknown) => noteFailure(member, error))));
  await Promise.race([opening, isLate]);
  const chosen = await claimNext([...opened.keys()], mostMessages, (space, error) =>
    noteFailure(opened.get(space)!.member, error),
  );
  const shown = chosen.map((each) => ({ ...each, alias: opened.get(each.space)!.alias }));
  const profile = options.profile ? ` --profile ${shellWord(options.profile)}` : '';
  return { ...found, text: textOf(shown, `parley${profile}`) };
}
