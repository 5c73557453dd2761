import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@parley/testing';
import { openGroup } from '../clients/group.ts';
import { openMeeting } from '../clients/meeting.ts';
import { talk } from '../clients/work.ts';
import { answerFaults } from '../history/answers.ts';
import type { Target } from '../clients/exchange.ts';

const patienceMs = 10_000;
const catchUpMs = 5_000;
/** Well below the rate limit of one client: 300 requests in 60 seconds. */
const pauses = { send: 250, poll: 500, look: 1_000, join: 2_000, open: 2_000 };
/** The last byte of the addresses of those who do something. */
const places = { reader: 1, sender: 2, looker: 3, newcomer: 5 };
const [firstGuest, guestAddresses] = [10, 240];

/** What honest clients saw. */
export interface HonestReport {
  requests: number;
  /** Requests answered with 429 or 503. */
  refused: number;
  worstMs: number;
  /** What is wrong with their answers, ended their streams, or contradicts the log of their space. */
  faults: string[];
}

/** Honest clients in a meeting, each with an address: one sends, one reads, one looks, some join, some open spaces. */
export async function startHonest(server: Target) {
  const { spaceId, invitation, members } = await openMeeting(server, 3);
  const [owner, sender, looker] = members;
  const group = openGroup({ servers: [server], patienceMs });
  const addressOf = (place: number): string => `127.1.0.${place}`;
  const client = <Who extends Caller>(who: Who, place: number) => group.client(who, addressOf(place));
  const again = async (pauseMs: number, work: () => Promise<unknown>) => {
    for (; !group.over.aborted; await sleep(pauseMs)) await work();
  };
  const space = { name: 'Honest', description: 'A meeting during an attack', ttl: 3_600 };
  let guests = 0;
  group.reads('the reader', owner!, 0, { from: addressOf(places.reader), pollEveryMs: pauses.poll });
  group.works(
    talk(client(sender!, places.sender), 'Message', { keyed: 0, pauseMs: () => pauses.send }),
    again(pauses.look, () => client(looker!, places.looker).ask('getSpace')),
    again(pauses.join, () => client(invitation, firstGuest + (guests++ % guestAddresses)).ask('joinSpace', { name: 'Guest' })),
    again(pauses.open, () => client({}, places.newcomer).ask('createSpace', space)),
  );

  return {
    spaceId,
    /** `alive`: whether the server can be read. */
    async stop(alive: boolean): Promise<HonestReport> {
      await group.rest();
      const unread = ({ message }: Error) => [`the log could not be read: ${message}`];
      const contradictions = alive ? await group.check(owner!, catchUpMs).catch(unread) : [];
      group.leave();
      const { attempts } = group.history;
      const refused = attempts.filter(({ status }) => status === 429 || status === 503).length;
      const ends = group.readers.flatMap((reader) => reader.ends.map(({ why }) => why));
      const faults = [...answerFaults(attempts, { statuses: [429, 503] }), ...ends, ...contradictions];
      const worstMs = Math.max(0, ...attempts.map(({ ms }) => ms));
      return { requests: attempts.length, refused, worstMs, faults };
    },
  };
}
