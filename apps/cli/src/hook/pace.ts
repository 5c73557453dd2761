import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HookEvent } from '../hosts/events.ts';
import { isDead } from '../watching/known.ts';
import { isCaught, type Caught } from './caught.ts';

type Times = Readonly<Record<string, number>>;

/** When the hooks of a profile last did what they must not do often. Times are in milliseconds. */
export interface Pace {
  /** When a server was last asked without knowing that something waits. */
  askedAt?: number | undefined;
  /** When messages were last shown in the middle of a turn. */
  shownAt?: number | undefined;
  /** When each server last could not be asked. */
  failed?: Times;
  /** When each membership was found to be over. */
  over?: Times;
  /** Claims of runs that have not printed their answers. */
  claims?: readonly Claims[];
  /** How far sessions were caught up. */
  caught?: readonly Caught[];
}

/** The claims of one run in one space. */
export interface Claims {
  membership: string;
  /** Each claim has an idempotency key of its own: this and its number. Sent again, it gets the same delivery. */
  key: string;
  /** The number of the first one whose answer was not printed. */
  next: number;
  /** Whose claims they are: nobody else repeats them while that process runs. */
  pid: number;
  at: number;
}

/** In the middle of a turn, servers are asked, and messages shown, at most once in this time. */
export const midTurnMs = 10_000;
/** After a failure a server is not asked for this time, so that one that is down does not delay each prompt. */
export const failureMs = 30_000;
/** A membership that seems to be over can continue: a new key can be on its way to this machine. */
export const overMs = 60 * 60_000;
/** No run takes as long, so the process of that number is another one. */
const runMs = 60_000;
/** Servers forget idempotency keys after a day. */
const claimsMs = 24 * 60 * 60_000;
const mostOfEach = 100;

const within = (then: number | undefined, now: number, ms: number): boolean => then !== undefined && Math.abs(now - then) < ms;

/** Whether servers may be asked now; `isKnown` if it is known that something waits. */
export function mayAsk({ askedAt, shownAt }: Pace, event: HookEvent, isKnown: boolean, now: number): boolean {
  if (event !== 'post-tool-use') return true;
  return !within(shownAt, now, midTurnMs) && (isKnown || !within(askedAt, now, midTurnMs));
}

export const isDown = ({ failed }: Pace, server: string, now: number): boolean => within(failed?.[server], now, failureMs);

export const isOver = ({ over }: Pace, membership: string, now: number): boolean => within(over?.[membership], now, overMs);

/** Claims in that space whose answers nobody was shown. */
export const lostClaims = ({ claims = [] }: Pace, membership: string, now: number): Claims | undefined =>
  claims.find(
    (each) =>
      each.membership === membership && within(each.at, now, claimsMs) && (isDead(each.pid) || !within(each.at, now, runMs)),
  );

/** Another membership of the same space, after having joined it again, is another one. */
export const membershipOf = ({ spaceId, participantId = '' }: { spaceId: string; participantId?: string | undefined }): string =>
  `${spaceId} ${participantId}`;

const fileIn = (profileFolder: string): string => join(profileFolder, 'hook.json');

/** A damaged file is none. */
export async function readPace(profileFolder: string): Promise<Pace> {
  try {
    const read = JSON.parse(await readFile(fileIn(profileFolder), 'utf8')) as Record<string, unknown>;
    const { askedAt, shownAt } = read;
    const [failed, over] = [timesIn(read['failed']), timesIn(read['over'])];
    const claims = Array.isArray(read['claims']) ? read['claims'].filter(isClaims) : [];
    const caught = Array.isArray(read['caught']) ? read['caught'].filter(isCaught) : [];
    return {
      ...(typeof askedAt === 'number' && { askedAt }),
      ...(typeof shownAt === 'number' && { shownAt }),
      ...(failed && { failed }),
      ...(over && { over }),
      ...(claims.length > 0 && { claims }),
      ...(caught.length > 0 && { caught }),
    };
  } catch {
    return {};
  }
}

function timesIn(read: unknown): Times | undefined {
  const times = Object.entries(read ?? {}).filter((each): each is [string, number] => typeof each[1] === 'number');
  return times.length > 0 ? Object.fromEntries(times) : undefined;
}

function isClaims(read: unknown): read is Claims {
  const { membership, key, next, pid, at } = (read ?? {}) as Record<string, unknown>;
  return (
    [membership, key].every((each) => typeof each === 'string') && [next, pid, at].every((each) => Number.isSafeInteger(each))
  );
}

/** Changes what is there now: hooks of several sessions can run at once. */
export async function updatePace(profileFolder: string, change: (pace: Pace) => Pace): Promise<void> {
  const file = fileIn(profileFolder);
  const draft = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const { failed, over, claims = [], caught = [], ...times } = change(await readPace(profileFolder));
  const latest = (all: Times = {}) =>
    Object.fromEntries(
      Object.entries(all)
        .toSorted(([, a], [, b]) => a - b)
        .slice(-mostOfEach),
    );
  const lists = { claims: claims.slice(-mostOfEach), caught: caught.slice(-mostOfEach) };
  const pace: Pace = { ...times, failed: latest(failed), over: latest(over), ...lists };
  // Without a flush to disk: a machine that stops loses at most what was on its way to a host that stops too.
  await writeFile(draft, JSON.stringify(pace), { mode: 0o600 });
  await rename(draft, file);
}
