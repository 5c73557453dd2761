import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyHolder, Member } from '@parley/testing';
import { Group } from '../clients/group.ts';
import type { Target } from '../servers/target.ts';
import { wake, type Woken } from '../clients/wakes.ts';
import { talk } from '../clients/work.ts';
import type { Attempt } from '../history/history.ts';

const patienceMs = 10_000;
const catchUpMs = 5_000;
/** Well below the rate limit of one client: 300 requests in 60 seconds. */
const pauses = { send: 250, poll: 500, look: 1_000, join: 2_000, open: 2_000 };
const [owner, sender, looker, follower, newcomer, sleeper, waker] = [1, 2, 3, 4, 5, 6, 7];
const [firstGuest, guestAddresses] = [10, 240];
const space = { name: 'Honest', description: 'A meeting during an attack', ttl: 3_600 };

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
  const addressOf = (who: number): string => `127.1.${block}.${who}`;
  const meet = async () => {
    const { body } = await group.client({}, addressOf(owner)).ask('createSpace', space);
    const member = { spaceId: body!.spaceId, id: body!.ownerId, key: body!.ownerPrivateKey };
    const invited = await group.client(member, addressOf(owner)).ask('createInvitation');
    return { member, invitation: { spaceId: member.spaceId, key: invited.body!.publicInvitationKey } };
  };
  const enter = (invitation: KeyHolder, who: number) =>
    group.client(invitation, addressOf(who)).ask('joinSpace', { name: `Guest ${who}` });
  const join = async (invitation: KeyHolder, who: number) => {
    const { body } = await enter(invitation, who);
    const { participantId, participantPrivateKey } = body as { participantId: string; participantPrivateKey: string };
    const member: Member = { spaceId: invitation.spaceId, id: participantId, key: participantPrivateKey };
    return group.client(member, addressOf(who));
  };
  const again = async (pauseMs: number, work: () => Promise<unknown>) => {
    for (; !looking.isOver; await sleep(pauseMs)) await work();
  };
  const failed = () => {
    throw new Error(`Honest clients failed to meet: ${errorsIn(attempts)[0] ?? 'refused'}`);
  };

  const { member, invitation } = await meet().catch(failed);
  const [sending, looking] = [await join(invitation, sender).catch(failed), await join(invitation, looker).catch(failed)];
  // Deliveries are not for everybody, so wake-ups have a space of their own, where they leave no gaps in what readers see.
  const { invitation: toOther } = await meet().catch(failed);
  const [sleeping, waking] = [await join(toOther, sleeper).catch(failed), await join(toOther, waker).catch(failed)];
  const newcoming = group.client({}, addressOf(newcomer));
  const woken: Woken = { signalsMs: [], verificationsMs: [], missing: 0 };
  let guests = 0;
  group.reads('the reader', member, {
    server: 0,
    polls: addressOf(owner),
    follows: addressOf(follower),
    pollEveryMs: pauses.poll,
  });
  group.works(
    talk(sending, 'Message', { keyed: 0, pauseMs: () => pauses.send }),
    again(pauses.look, () => looking.ask('getSpace')),
    again(pauses.join, () => enter(invitation, firstGuest + (guests++ % guestAddresses))),
    again(pauses.open, () => newcoming.ask('createSpace', space)),
    wake(sleeping, waking, addressOf(sleeper), woken),
  );

  return {
    invitation,
    async stop(alive) {
      await group.rest();
      const unread = ({ message }: Error) => [`the log could not be read: ${message}`];
      const faults = alive ? await group.check(member, catchUpMs).catch(unread) : [];
      await group.leave();
      const ends = group.readers.flatMap((reader) => reader.ends.map(({ why }) => why));
      return {
        requests: attempts.length,
        refused: attempts.filter(isRefused).length,
        errors: [...errorsIn(attempts), ...ends],
        worstMs: attempts.reduce((worst, { ms }) => Math.max(worst, ms), 0),
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
