import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '@parley/core';
import { answer, requestFor, type Caller, type Input, type Member } from '@parley/testing';
import { exchange, type Answer, type Exchange, type Target } from '../clients/exchange.ts';
import { openMeeting } from '../clients/meeting.ts';
import { eachOf } from '../process/concurrency.ts';

/** What is sent to a server. */
export interface Attack {
  name: string;
  /** One sentence. */
  does: string;
  /** What the attacker's own space contains; it is empty without. */
  space?: Contents;
  run(attacker: Attacker): Promise<unknown>;
}

/** What a space contains: messages and artifacts of nearly 1 MiB each, and participants beside the owner. */
interface Contents {
  messages?: number;
  artifacts?: number;
  participants?: number;
}

/** What an attacker knows. */
export interface Field {
  target: Target;
  /** The space where the honest clients meet. */
  spaceId: string;
}

/** The result from the attacker's point of view. */
export interface Gained {
  statuses: Record<string, number>;
  /** Connections that the server ended. */
  cut: number;
  notes: string[];
  /** Promises that were broken. */
  broken: string[];
}

/** A request; `from` is the number of the address. */
export type Ask = Omit<Exchange, 'agent' | 'patienceMs' | 'from'> & { from?: number };

/** The limits of the default settings, from docs/settings.md. */
export const promised = {
  callsPerBatch: 10,
  /** Spaces that one address can create in an hour without a credential. */
  created: 300,
  /** Requests of one address in 60 seconds, whatever keys it sends. */
  requests: 3_000,
  /** Streams and waiting polls of one credential. */
  waiting: 50,
};

const patienceMs = 30_000;
/** A flood ends when everything is sent, or after this time. */
const floodMs = 30_000;
const holdMs = 8_000;
const mebibyte = 1024 * 1024;

/** A message of nearly 1 MiB: the limit of images. */
export const largeMessage = { content: `https://${'x'.repeat(mebibyte - 8)}`, type: 'image' };

/** A text of nearly 1 MiB, another one for each number. */
export const largeText = (i: number): string => `${i}\n${'x'.repeat(mebibyte - 1_024)}`;

type Attacker = Awaited<ReturnType<typeof openAttacker>>;

/** The attacker, on many addresses of this machine, in a space of its own: sends requests, opens sockets, and counts the answers. */
export async function openAttacker(field: Field, { participants = 0, messages = 0, artifacts = 0 }: Contents, gained: Gained) {
  const { target } = field;
  const agent = new Agent({ keepAlive: true });
  const counted = (status: string): void => void (gained.statuses[status] = (gained.statuses[status] ?? 0) + 1);

  /** A separate address for each number. */
  const address = (i: number): string => `127.16.0.${i + 1}`;

  const ask = async ({ from = 0, ...asked }: Ask): Promise<Answer> => {
    const answer = await exchange(target, { ...asked, from: address(from), agent, patienceMs });
    counted(answer.status ? String(answer.status) : 'no answer');
    return answer;
  };

  /** Calls an operation. */
  const call = (operation: OperationName, { key, ...caller }: Caller, input: Input = {}, more: Pick<Ask, 'from'> = {}) =>
    ask({ ...requestFor(operation, caller, input), key, ...more });

  /** A call that the attack requires. */
  const need = <Name extends OperationName>(operation: Name, caller: Caller, input?: Input) =>
    answer(200, target, operation, caller, input);

  /** Works through the numbers below `count`. Returns how often the answer was 200. */
  const flood = async (count: number, atOnce: number, work: (i: number) => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    const succeeds = async (i: number) => ((await work(i)) as Partial<Answer> | undefined)?.status === 200;
    return (await eachOf(count, atOnce, succeeds, () => performance.now() - start > floodMs)).filter(Boolean).length;
  };

  const [space, ...members] = (await openMeeting(target, 1 + participants)).members as [Member, ...Member[]];
  /** The participants in turns. */
  const member = (i: number): Member => members[i % members.length]!;

  /** Creates artifacts in its own space; returns their ids. */
  const createArtifacts = async (count: number, content: (i: number) => string = () => ''): Promise<string[]> => {
    const create = (i: number) => need('createArtifact', space, { name: `${i}.md`, type: 'markdown', content: content(i) });
    return (await eachOf(count, 4, create)).map(({ id }) => id);
  };

  // A participant counts from the first use of its key.
  await eachOf(participants, 8, (i) => need('listMessages', member(i), { limit: 1 }));
  await createArtifacts(artifacts, largeText);
  await eachOf(messages, 4, () => need('sendMessage', space, largeMessage));

  const open = async (bytes: Buffer | string, from: number, begin: (socket: Socket) => void): Promise<Socket> => {
    const socket = connect({ host: target.host, port: target.port, localAddress: address(from) });
    socket.once('error', () => {});
    socket.once('close', () => (gained.cut += 1));
    begin(socket);
    // A refused connection counts as closed.
    await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
    if (bytes.length > 0) socket.write(bytes);
    return socket;
  };

  return {
    ...{ field, space, members, member, ask, call, need, flood, createArtifacts },

    /** Notes what was reached, and whether that breaks a promise. */
    reached(note: string, isBroken = false): void {
      (isBroken ? gained.broken : gained.notes).push(note);
    },

    /** Sends these bytes on a new connection that is never read. */
    unread: (bytes: Buffer | string) => open(bytes, 0, (socket) => socket.pause()),

    /** A new connection whose answers are counted. */
    read: (bytes: Buffer | string, from = 0) =>
      open(bytes, from, (socket) =>
        socket.on('data', (chunk: Buffer) => {
          for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) counted(status);
        }),
      ),

    /** Keeps all connections open for a while. */
    hold: () => sleep(holdMs),
  };
}
