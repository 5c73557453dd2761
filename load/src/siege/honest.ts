import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, KeyHolder } from '@parley/testing';
import { Group } from '../clients/group.ts';
import { meet, type Need } from '../clients/meeting.ts';
import { wake, type Woken } from '../clients/wakes.ts';
import { talk } from '../clients/work.ts';
import type { Attempt } from '../history/history.ts';
import type { Target } from '../servers/target.ts';

const patienceMs = 10_000;
const catchUpMs = 5_000;
/** Well below the rate limit of one client: 300 requests in 60 seconds. */
const pauses = { send: 250, poll: 500, look: 1_000, join: 2_000, open: 2_000 };
/** The last byte of the addresses of those who do something. */
const places = { owner: 1, sender: 2, looker: 3, follower: 4, newcomer: 5, sleeper: 6, waker: 7 };
const [firstGuest, guestAddresses] = [10, 240];
const ttl = 3_600;

/** What honest clients saw. */
export interface HonestReport {
  requests: number;
  /** Requests answered with 429 or 503. */
  refused: number;
  errors: string[];
  worstMs: number;
  /** What contradicts the log of their space. */
  faults: string[];
  woken: Woken;
}

export interface Honest {
  /** An invitation to their space, which an attacker can have too. */
  invitation: KeyHolder;
  /** `alive`: whether the server can be read. */
  stop(alive: boolean): Promise<HonestReport>;
}

/** Honest clients in a meeting, each with an address: one sends, one polls, one follows, one looks, one is woken, some join, some open spaces. */
export async function startHonest(target: Target, block: number): Promise<Honest> {
  const group = new Group({ servers: [target], patienceMs });
  const { attempts } = group.history;
  const addressOf = (place: number): string => `127.1.${block}.${place}`;
  const client = <Who extends Caller>(who: Who, place: number) => group.client(who, addressOf(place));
  const need: Need = async (operation, caller, input) => {
    const { body } = await client(caller, places.owner).ask(operation, input);
    if (!body) throw new Error(`Honest clients failed to meet: ${errorsIn(attempts)[0] ?? 'refused'}`);
    return body as unknown as Record<string, string>;
  };
  const again = async (pauseMs: number, work: () => Promise<unknown>) => {
    for (; !group.isOver; await sleep(pauseMs)) await work();
  };

  const { invitation, members } = await meet(need, 3, ttl);
  const [owner, sender, looker] = members;
  // Deliveries are not for everybody, so wake-ups have a space of their own, where they leave no gaps in what readers see.
  const [waker, sleeper] = (await meet(need, 2, ttl)).members;
  const woken: Woken = { signalsMs: [], verificationsMs: [], missing: 0 };
  let guests = 0;
  group.reads('the reader', owner!, {
    server: 0,
    polls: addressOf(places.owner),
    follows: addressOf(places.follower),
    pollEveryMs: pauses.poll,
  });
  group.works(
    talk(client(sender!, places.sender), 'Message', { keyed: 0, pauseMs: () => pauses.send }),
    again(pauses.look, () => client(looker!, places.looker).ask('getSpace')),
    again(pauses.join, () => client(invitation, firstGuest + (guests++ % guestAddresses)).ask('joinSpace', { name: 'Guest' })),
    again(pauses.open, () =>
      client({}, places.newcomer).ask('createSpace', { name: 'Honest', description: 'A meeting during an attack', ttl }),
    ),
    wake(client(sleeper!, places.sleeper), client(waker!, places.waker), addressOf(places.sleeper), woken),
  );

  return {
    invitation,
    async stop(alive) {
      await group.rest();
      const unread = ({ message }: Error) => [`the log could not be read: ${message}`];
      const faults = alive ? await group.check(owner!, catchUpMs).catch(unread) : [];
      await group.leave();
      const ends = group.readers.flatMap((reader) => reader.ends.map(({ why }) => why));
      return {
        requests: attempts.length,
        refused: attempts.filter(isRefused).length,
        errors: [...errorsIn(attempts), ...ends],
        worstMs: Math.max(0, ...attempts.map(({ ms }) => ms)),
        faults,
        woken,
      };
    },
  };
}

const isRefused = ({ status }: Attempt): boolean => status === 429 || status === 503;

const errorsIn = (attempts: readonly Attempt[]): string[] =>
  attempts
    .filter((attempt) => attempt.status !== 200 && !isRefused(attempt))
    .map(({ operation, status, why }) => `${operation}: ${status ? `status ${status}` : why}`);
