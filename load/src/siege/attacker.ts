import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '@parley/core';
import { answer, requestFor, type Caller, type Input, type Member } from '@parley/testing';
import { exchange, type Answer, type Exchange, type Target } from '../clients/exchange.ts';
import { openMeeting } from '../clients/meeting.ts';
import { eachOf } from '../process/concurrency.ts';

/** What is sent to a server, and what must hold. */
export interface Attack {
  name: string;
  /** One sentence. */
  does: string;
  /** Maximum duration; it ends earlier when everything is done. */
  seconds: number;
  /** What the attacker's own space contains. */
  space: Contents;
  /** What was opened stays open until the time is up. */
  holds?: true;
  /** It lasts longer than an unused connection can stay open. */
  mustBeCut?: true;
  /** It delays wake-ups: those of honest participants must arrive in time. */
  mustWake?: true;
  /** How often the server may fetch the keys of the issuer at most. */
  mostKeyFetches?: number;
  run?(attacker: Attacker): Promise<unknown>;
}

/** An attack that can rely on the usual duration, and on an empty space. */
export type Planned = Omit<Attack, 'seconds' | 'space'> & Partial<Pick<Attack, 'seconds' | 'space'>>;

/** What a space contains: messages and artifacts of nearly 1 MiB each, and participants beside the owner. */
interface Contents {
  messages?: number;
  artifacts?: number;
  participants?: number;
}

/** What an attacker knows and can use. */
export interface Field {
  target: Target;
  /** The space where the honest clients meet, and an invitation to it. */
  spaceId: string;
  invitationKey: string;
  /** The identity provider that the server trusts; absent if the server is not ours. */
  issuer: string | undefined;
  /** Second byte of the attacker's addresses, so that each attack counts for different ones. */
  block: number;
  ms: number;
}

/** The result from the attacker's point of view. */
export interface Gained {
  statuses: Record<string, number>;
  /** Connections that the server ended. */
  cut: number;
  /** Promises that were broken. */
  broken: string[];
  note: string;
}

/** A request; `from` is the number of the address. */
export type Ask = Omit<Exchange, 'agent' | 'patienceMs' | 'from'> & { from?: number };

/** The limits of the default settings, from docs/settings.md. */
export const promised = {
  callsPerBatch: 10,
  /** Spaces, and link requests, that one address can create in an hour without a credential. */
  created: 300,
  /** Requests of one address in 60 seconds, whatever keys it sends. */
  requests: 3_000,
  /** Streams and waiting polls of one credential. */
  waiting: 50,
};

const patienceMs = 30_000;
const mebibyte = 1024 * 1024;

/** A message of nearly 1 MiB: the limit of images. */
export const largeMessage = { content: `https://${'x'.repeat(mebibyte - 8)}`, type: 'image' };

/** A text of nearly 1 MiB, another one for each number. */
export const largeText = (i: number): string => `${i}\n${'x'.repeat(mebibyte - 1_024)}`;

/** The attacker, on many addresses of this machine: sends requests, opens sockets, and counts the answers. */
export class Attacker {
  readonly field: Field;
  readonly gained: Gained = { statuses: {}, cut: 0, broken: [], note: '' };
  /** The owner of its own space, and its participants. */
  space!: Member;
  members: readonly Member[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #third = randomInt(200);
  #until: number;

  constructor(field: Field) {
    this.field = field;
    this.#until = performance.now() + field.ms;
  }

  get #leftMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** The participants of its own space in turns. */
  readonly member = (i: number): Member => this.members[i % this.members.length]!;

  /** A separate address for each number. */
  readonly address = (i: number): string => `127.${this.field.block}.${this.#third + Math.floor(i / 250)}.${(i % 250) + 1}`;

  readonly ask = async ({ from = 0, ...asked }: Ask): Promise<Answer> => {
    const answer = await exchange(this.field.target, { ...asked, from: this.address(from), agent: this.#agent, patienceMs });
    this.#count(answer.status ? String(answer.status) : 'no answer');
    return answer;
  };

  /** Calls an operation. */
  readonly call = (
    operation: OperationName,
    caller: Caller,
    input: Input = {},
    more: Pick<Ask, 'from' | 'headers'> = {},
  ): Promise<Answer> => this.ask({ ...requestFor(operation, caller, input), key: caller.key, ...more });

  /** A call that the attack requires. */
  readonly need = <Name extends OperationName>(operation: Name, caller: Caller, input?: Input) =>
    answer(200, this.field.target, operation, caller, input);

  /** Opens a space of its own, and fills it. */
  async settle({ participants = 0, messages = 0, artifacts = 0 }: Contents): Promise<void> {
    const [meeting] = await this.prepare(1, 1, () => openMeeting(this.field.target, 1 + participants));
    [this.space, ...this.members] = meeting!.members as [Member, ...Member[]];
    // A participant counts from the first use of its key.
    await this.prepare(participants, 8, (i) => this.need('listMessages', this.member(i), { limit: 1 }));
    await this.createArtifacts(artifacts, largeText);
    await this.prepare(messages, 4, () => this.need('sendMessage', this.space, largeMessage));
  }

  /** Creates artifacts in its own space; returns their ids. */
  readonly createArtifacts = async (count: number, content: (i: number) => string = () => ''): Promise<string[]> => {
    const create = (i: number) =>
      this.need('createArtifact', this.space, { name: `${i}.md`, type: 'markdown', content: content(i) });
    return (await this.prepare(count, 4, create)).map(({ id }) => id);
  };

  /** Notes what was reached, and whether that breaks a promise. */
  readonly reached = (note: string, isBroken = false): void => {
    this.gained.note = note;
    if (isBroken) this.gained.broken.push(note);
  };

  /** An attack that never happened must not count as withstood. */
  readonly failed = (why: string): void => void this.gained.broken.push(`the attack failed to run: ${why}`);

  /** Sends these bytes on a new connection that is never read. */
  readonly unread = (bytes: Buffer | string, from = 0): Promise<Socket> => this.#open(bytes, from, (socket) => socket.pause());

  /** A new connection whose answers are counted. */
  readonly read = (bytes: Buffer | string, from = 0): Promise<Socket> =>
    this.#open(bytes, from, (socket) =>
      socket.on('data', (chunk: Buffer) => {
        for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) this.#count(status);
      }),
    );

  /** Works through the numbers below `count`, until all are done or the time is up. Returns how often the answer was 200. */
  readonly flood = async (count: number, atOnce: number, work: (i: number) => Promise<unknown>): Promise<number> => {
    const succeeds = async (i: number) => ((await work(i)) as Partial<Answer> | undefined)?.status === 200;
    return (await eachOf(count, atOnce, succeeds, () => this.#leftMs === 0)).filter(Boolean).length;
  };

  /** The same for preparations: all are done, and their time does not count. */
  readonly prepare = async <Result>(count: number, atOnce: number, work: (i: number) => Promise<Result>): Promise<Result[]> => {
    const start = performance.now();
    const results = await eachOf(count, atOnce, work);
    this.#until += performance.now() - start;
    return results;
  };

  /** Holds all connections until the time is up. */
  readonly hold = (): Promise<void> => sleep(this.#leftMs);

  #count(status: string): void {
    this.gained.statuses[status] = (this.gained.statuses[status] ?? 0) + 1;
  }

  async #open(bytes: Buffer | string, from: number, begin: (socket: Socket) => void): Promise<Socket> {
    const { host, port } = this.field.target;
    const socket = connect({ host, port, localAddress: this.address(from) });
    socket.once('error', () => {});
    socket.once('close', () => (this.gained.cut += this.#leftMs === 0 ? 0 : 1));
    begin(socket);
    // A refused connection counts as closed.
    await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
    if (bytes.length > 0) socket.write(bytes);
    return socket;
  }
}
