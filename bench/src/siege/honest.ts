import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from './follower.ts';
import type { Target } from './target.ts';

const patienceMs = 10_000;
const catchUpMs = 5_000;
/** Well below what one client may ask: 300 times in 60 seconds. */
const pauses = { send: 250, list: 500, look: 1_000, join: 2_000, open: 2_000 };

export interface HonestReport {
  requests: number;
  /** Answered 429 or 503. */
  refused: number;
  errors: string[];
  worstMs: number;
  /** Messages that were accepted, but came to the stream or the poll never, or more than once. */
  lost: number;
  doubled: number;
}

/** A seat in the space of the honest clients, which an attacker may have too. */
export interface Insider {
  spaceId: string;
  invitationKey: string;
  participantKey: string;
}

export interface Honest {
  insider: Insider;
  /** A server that died can show nobody what it has; what it lost is then unknown. */
  stop(alive: boolean): Promise<HonestReport>;
}

/** Some people who meet, each from an address of their own: one sends, one polls, one follows, one looks, some join, some open spaces. */
export async function startHonest(target: Target, block: number): Promise<Honest> {
  const said: HonestReport = { requests: 0, refused: 0, errors: [], worstMs: 0, lost: 0, doubled: 0 };
  const agent = new Agent({ keepAlive: true });
  let isOver = false;

  const ask = async (
    who: number,
    method: string,
    path: string,
    key?: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const start = performance.now();
    const { status, text } = await exchange(target, { agent, localAddress: `127.1.${block}.${who}`, method, path, key, body });
    said.requests += 1;
    said.worstMs = Math.max(said.worstMs, performance.now() - start);
    if (status === 200) return JSON.parse(text) as Record<string, unknown>;
    if (status === 429 || status === 503) said.refused += 1;
    else
      said.errors.push(
        `${method} ${path.replace(/\?.*/, '').replaceAll(/[0-9a-f-]{36}/g, '…')}: ${status === 0 ? text : `status ${status}`}`,
      );
    return {};
  };

  const space = { name: 'Honest', description: 'Meets while somebody attacks', ttl: 3_600 };
  const { spaceId, ownerPrivateKey: ownerKey } = (await ask(1, 'POST', '/hub/space', undefined, space)) as Record<string, string>;
  const path = `/hub/space/${spaceId}`;
  const invite = async () => (await ask(1, 'POST', `${path}/invite`, ownerKey))['publicInvitationKey'] as string;
  const invitationKey = await invite();
  const join = async (who: number) =>
    (await ask(who, 'POST', `${path}/join`, invitationKey, { name: `Guest ${who}` }))['participantPrivateKey'] as string;
  const [sender, reader, follower, participantKey] = [await join(2), await join(3), await join(4), await join(5)];
  if (said.errors.length + said.refused > 0) throw new Error(`Honest clients could not meet: ${said.errors[0] ?? 'refused'}`);

  const accepted: number[] = [];
  const polled: number[] = [];
  const stream = follow(target, { localAddress: `127.1.${block}.4`, path: `${path}/messages/stream`, key: follower });
  let cursor = '';
  const poll = async () => {
    const page = await ask(3, 'GET', `${path}/messages${cursor && `?timestamp=${encodeURIComponent(cursor)}`}`, reader);
    cursor = (page['cursor'] as string | undefined) ?? cursor;
    polled.push(...((page['messages'] as { content: string }[] | undefined) ?? []).map(({ content }) => Number(content)));
  };
  let sent = 0;
  const send = async () => {
    const number = (sent += 1);
    const { messageId } = await ask(2, 'POST', `${path}/messages`, sender, { content: String(number) });
    if (messageId !== undefined) accepted.push(number);
  };
  let joined = 5;
  const work = {
    send,
    list: poll,
    look: () => ask(1, 'GET', path, ownerKey),
    join: () => join((joined += 1)),
    open: () => ask(6, 'POST', '/hub/space', undefined, space),
  };
  const working = Object.entries(work).map(async ([name, once]) => {
    while (!isOver) {
      await once();
      await sleep(pauses[name as keyof typeof pauses]);
    }
  });

  return {
    insider: { spaceId: spaceId!, invitationKey, participantKey },
    async stop(alive) {
      isOver = true;
      await Promise.all(working);
      const missing = (seen: readonly number[]) => accepted.filter((number) => !seen.includes(number)).length;
      const lost = () => missing(stream.seen) + missing(polled);
      for (const until = performance.now() + catchUpMs; alive && lost() > 0 && performance.now() < until; await sleep(100))
        await poll();
      stream.stop();
      agent.destroy();
      said.errors.push(...stream.errors);
      said.lost = alive ? lost() : 0;
      said.doubled = [stream.seen, polled].reduce((sum, seen) => sum + seen.length - new Set(seen).size, 0);
      return said;
    },
  };
}

interface Exchange {
  agent: Agent;
  localAddress: string;
  method: string;
  path: string;
  key: string | undefined;
  body: object | undefined;
}

/** Status 0 when no answer came; the text then says why. */
const exchange = (target: Target, { key, body, ...asked }: Exchange): Promise<{ status: number; text: string }> =>
  new Promise((resolve) => {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const headers = {
      ...(key !== undefined && { 'x-private-key': key }),
      ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
    };
    const asking = request({ ...target, ...asked, headers, timeout: patienceMs });
    asking.once('timeout', () => asking.destroy(new Error(`no answer in ${patienceMs / 1000} s`)));
    asking.once('error', ({ message }) => resolve({ status: 0, text: message }));
    asking.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', ({ message }) => resolve({ status: 0, text: message }));
      response.once('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }));
    });
    asking.end(bytes);
  });
