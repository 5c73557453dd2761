import type { Global } from '../context.ts';
import type { HookEvent } from '../hosts/events.ts';
import { hostOf, type HostName } from '../hosts/hosts.ts';
import { profileFolder } from '../keys/places.ts';
import { knownIn } from '../watching/known.ts';
import { answerOf } from './answer.ts';
import { mayShow, readInput } from './input.ts';
import { membersIn, type Member } from './members.ts';
import { mayAsk, membershipOf, readPace, writePace } from './pace.ts';

export interface HookOptions extends Global {
  event: HookEvent;
  host: HostName;
}

/**
 * Prints what waits for the user of the profile, as the host expects it, or nothing. A host waits for it in every turn: it loads little
 * while nothing waits, and no failure of Parley is one of the host. Returns whether it printed something.
 */
export async function hook(options: HookOptions): Promise<boolean> {
  const answer = await look(options).catch(() => undefined);
  if (!answer) return false;
  // Not before, because loading the streams takes as long as all the rest.
  const { writeData } = await import('../terminal/streams.ts');
  writeData(answer);
  return true;
}

/** What is printed. */
async function look({ event, host, ...options }: HookOptions, env = process.env, now = Date.now()): Promise<string | undefined> {
  const said = await readInput();
  const place = hostOf(host).hooks;
  if (!said || !place?.events[event] || !mayShow(said, event)) return undefined;
  // A run of `parley listen` has its message already.
  if (env['PARLEY_DELIVERY']) return undefined;

  const folder = profileFolder(options.profile || env['PARLEY_PROFILE'] || 'default', env);
  const given = env['PARLEY_KEY'] && !options.space ? env['PARLEY_SPACE'] : undefined;
  const [known, pace, members] = await Promise.all([
    knownIn(folder, now),
    readPace(folder),
    given ? [{ spaceId: given }] : membersIn(folder, options.space ?? env['PARLEY_SPACE']),
  ]);
  const wanted = members.filter((member: Member) => isWorthAsking(member, known, pace.over));
  const isKnown = wanted.some(({ spaceId }) => known.has(spaceId));
  if (wanted.length === 0 || !mayAsk(pace, event, isKnown, now)) return undefined;

  const { ask } = await import('./ask.ts');
  // Without a space, the URL of another server would get keys that are not its own.
  const { url: _, ...elsewhere } = options;
  const { text, over, hasFailed } = await ask(options.space ? options : elsewhere, wanted, given !== undefined);
  const answer = text && answerOf(place, event, text);
  await writePace(folder, {
    ...pace,
    askedAt: now,
    failedAt: hasFailed ? now : undefined,
    shownAt: answer ? now : pace.shownAt,
    over: [...(pace.over ?? []), ...over],
  }).catch(() => {});
  return answer;
}

function isWorthAsking(member: Member, known: ReadonlyMap<string, number>, over: readonly string[] = []): boolean {
  return (known.get(member.spaceId) ?? 1) > 0 && !over.includes(membershipOf(member));
}
