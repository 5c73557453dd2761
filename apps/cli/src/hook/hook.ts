import type { Global } from '../context.ts';
import type { HookEvent } from '../hosts/events.ts';
import { hostOf, type HostName } from '../hosts/hosts.ts';
import { profileFolder } from '../keys/places.ts';
import { knownIn } from '../watching/known.ts';
import { answerOf } from './answer.ts';
import { asRead, isUnread, showsReading } from './caught.ts';
import { continues, mayShow, readInput } from './input.ts';
import { membersIn } from './members.ts';
import { mayAsk, readPace, updatePace } from './pace.ts';
import { wantedOf } from './wanted.ts';

export interface HookOptions extends Global {
  event: HookEvent;
  host: HostName;
}

/** What is printed, and what has to be told afterwards. */
interface Look {
  answer: string;
  end(isPrinted: boolean): Promise<void>;
}

/**
 * Prints what waits for the user of the profile, as the host expects it, or nothing. A host waits for it in every turn: it loads little
 * while nothing waits, and no failure of Parley is one of the host. Returns whether it printed something.
 */
export async function hook(options: HookOptions): Promise<boolean> {
  const found = await look(options).catch(() => undefined);
  if (!found) return false;
  // Not before, because loading the streams takes as long as all the rest.
  const { onStreamError, writeData } = await import('../terminal/streams.ts');
  // The host may have gone.
  onStreamError(() => {});
  const isPrinted = await new Promise<boolean>((resolve) => writeData(found.answer, (error) => resolve(!error)));
  await found.end(isPrinted);
  return true;
}

async function look({ event, host, ...options }: HookOptions, env = process.env, now = Date.now()): Promise<Look | undefined> {
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
  const note = (change: Parameters<typeof updatePace>[1]) => updatePace(folder, change).catch(() => {});
  if (showsReading(event) && pace.caught?.some(isUnread)) await note((latest) => ({ ...latest, caught: asRead(latest.caught) }));
  const wanted = wantedOf(members, known, pace, now, event === 'session-start');
  const isKnown = wanted.some(({ spaceId }) => known.has(spaceId));
  if (wanted.length === 0 || !mayAsk(pace, event, isKnown, now)) return undefined;

  const { HookAsking } = await import('./ask.ts');
  // Without a space, the URL of another server would get keys that are not its own.
  const { url: _, ...elsewhere } = options;
  const asking = new HookAsking(options.space ? options : elsewhere, wanted, given !== undefined, now);
  await note((latest) => asking.begun({ ...latest, askedAt: now }));
  const text = await asking.ask(continues(said));
  const answer = text && answerOf(place, event, text);
  const isMidTurn = event === 'post-tool-use';
  const end = (isPrinted: boolean) =>
    note((latest) => asking.ended({ ...latest, ...(isPrinted && isMidTurn && { shownAt: now }) }, isPrinted || !answer));
  if (answer) return { answer, end };
  await end(false);
  return undefined;
}
