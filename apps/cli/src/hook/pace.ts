import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HookEvent } from '../hosts/events.ts';

/** When the hooks of a profile last did what they must not do often. Times are in milliseconds. */
export interface Pace {
  /** When a server was last asked without knowing that something waits. */
  askedAt?: number | undefined;
  /** When one could not be asked. */
  failedAt?: number | undefined;
  /** When messages were last shown in the middle of a turn. */
  shownAt?: number | undefined;
  /** Memberships that are over, so that they are not asked about again. */
  over?: readonly string[];
}

/** In the middle of a turn, servers are asked, and messages shown, at most once in this time. */
export const midTurnMs = 10_000;
/** After a failure nobody is asked for this time, so that a server that is down does not delay each prompt. */
export const failureMs = 30_000;
const mostOver = 100;

const within = (then: number | undefined, now: number, ms: number): boolean => then !== undefined && Math.abs(now - then) < ms;

/** Whether a server may be asked now; `isKnown` if it is known that something waits. */
export function mayAsk({ askedAt, failedAt, shownAt }: Pace, event: HookEvent, isKnown: boolean, now: number): boolean {
  if (within(failedAt, now, failureMs)) return false;
  if (event !== 'post-tool-use') return true;
  return !within(shownAt, now, midTurnMs) && (isKnown || !within(askedAt, now, midTurnMs));
}

/** Another membership of the same space, after having joined it again, is another one. */
export const membershipOf = ({ spaceId, participantId = '' }: { spaceId: string; participantId?: string | undefined }): string =>
  `${spaceId} ${participantId}`;

const fileIn = (profileFolder: string): string => join(profileFolder, 'hook.json');

/** A damaged file is none. */
export async function readPace(profileFolder: string): Promise<Pace> {
  try {
    const { askedAt, failedAt, shownAt, over } = JSON.parse(await readFile(fileIn(profileFolder), 'utf8')) as Record<
      string,
      unknown
    >;
    const time = (name: string, value: unknown) => (typeof value === 'number' ? { [name]: value } : {});
    return {
      ...time('askedAt', askedAt),
      ...time('failedAt', failedAt),
      ...time('shownAt', shownAt),
      ...(Array.isArray(over) && { over: over.filter((each) => typeof each === 'string') }),
    };
  } catch {
    return {};
  }
}

/** Without a flush to disk, because what is lost here costs one request. */
export async function writePace(profileFolder: string, pace: Pace): Promise<void> {
  const file = fileIn(profileFolder);
  const draft = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(draft, JSON.stringify({ ...pace, ...(pace.over && { over: pace.over.slice(-mostOver) }) }), { mode: 0o600 });
  await rename(draft, file);
}
