import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from './follower.ts';
import type { Target } from './target.ts';
import { startWakeProbe, type Woken } from './wake-probe.ts';
import { witness, type Seen } from './witness.ts';

const catchUpMs = 5_000;
/** Well below the rate limit of one client: 300 requests in 60 seconds. */
const pauses = { send: 250, poll: 500, look: 1_000, join: 2_000, open: 2_000 };
const [owner, sender, reader, follower, insider, newcomer, sleeper, waker] = [1, 2, 3, 4, 5, 6, 7, 8];
const [firstGuest, guestAddresses] = [10, 240];
const space = { name: 'Honest', description: 'A meeting during an attack', ttl: 3_600 };

export interface HonestReport extends Seen {
  /** Accepted messages that reached the stream or the poll never, or more than once. */
  lost: number;
  doubled: number;
  woken: Woken;
}

/** A key to the space of the honest clients, which an attacker can have too. */
export interface Insider {
  spaceId: string;
  invitationKey: string;
  participantKey: string;
}

export interface Honest {
  insider: Insider;
  /** `alive`: whether to wait for messages that have not arrived yet. */
  stop(alive: boolean): Promise<HonestReport>;
}

/** Honest clients in a meeting: one sends, one polls, one follows, one reads, one is woken, some join, some create spaces. */
export async function startHonest(target: Target, block: number): Promise<Honest> {
  const clients = witness(target, block);
  const { seen } = clients;
  const { spaceId, ownerPrivateKey } = (await clients.ask(owner, 'POST', '/hub/space', undefined, space)) as Record<
    string,
    string
  >;
  const path = `/hub/space/${spaceId}`;
  const { publicInvitationKey } = (await clients.ask(owner, 'POST', `${path}/invite`, ownerPrivateKey)) as Record<string, string>;
  const enter = (who: number) =>
    clients.ask(who, 'POST', `${path}/join`, publicInvitationKey, { name: `Guest ${who}` }) as Promise<Record<string, string>>;
  const join = async (who: number) => (await enter(who))['participantPrivateKey']!;
  const [senderKey, readerKey, followerKey] = [await join(sender), await join(reader), await join(follower)];
  const participantKey = await join(insider);
  const { participantId, participantPrivateKey } = await enter(sleeper);
  const wakerKey = await join(waker);
  if (seen.errors.length + seen.refused > 0) throw new Error(`Honest clients failed to meet: ${seen.errors[0] ?? 'refused'}`);

  const woken = { who: sleeper, id: participantId!, key: participantPrivateKey! };
  const probe = await startWakeProbe({ clients, path, woken, sender: { who: waker, key: wakerKey } });
  const stream = follow(target, { from: clients.addressOf(follower), path: `${path}/messages/stream`, key: followerKey });
  const [accepted, polled]: [number[], number[]] = [[], []];
  let [sent, joined, cursor, isOver] = [0, 0, '', false];
  const work = {
    async send() {
      const number = (sent += 1);
      const { messageId } = await clients.ask(sender, 'POST', `${path}/messages`, senderKey, { content: String(number) });
      if (messageId !== undefined) accepted.push(number);
    },
    async poll() {
      const since = cursor && `?timestamp=${encodeURIComponent(cursor)}`;
      const page = await clients.ask(reader, 'GET', `${path}/messages${since}`, readerKey);
      cursor = (page['cursor'] as string | undefined) ?? cursor;
      const contents = ((page['messages'] as { content: string }[] | undefined) ?? []).map(({ content }) => Number(content));
      polled.push(...contents.filter(Number.isInteger));
    },
    look: () => clients.ask(owner, 'GET', path, ownerPrivateKey),
    join: () => join(firstGuest + (joined++ % guestAddresses)),
    open: () => clients.ask(newcomer, 'POST', '/hub/space', undefined, space),
  };
  const working = Object.entries(work).map(async ([name, once]) => {
    for (; !isOver; await sleep(pauses[name as keyof typeof pauses])) await once();
  });

  return {
    insider: { spaceId: spaceId!, invitationKey: publicInvitationKey!, participantKey },
    async stop(alive) {
      isOver = true;
      const [seenAwake] = await Promise.all([probe.stop(), ...working]);
      const missing = (numbers: readonly number[]) => accepted.filter((number) => !numbers.includes(number)).length;
      const lost = () => missing(stream.seen) + missing(polled);
      const until = performance.now() + catchUpMs;
      for (; alive && lost() > 0 && performance.now() < until; await sleep(pauses.send)) await work.poll();
      stream.stop();
      clients.leave();
      const doubled = [stream.seen, polled].reduce((sum, numbers) => sum + numbers.length - new Set(numbers).size, 0);
      return { ...seen, errors: [...seen.errors, ...stream.errors], lost: lost(), doubled, woken: seenAwake };
    },
  };
}
