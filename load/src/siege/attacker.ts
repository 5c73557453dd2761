import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '@parley/core';
import { requestFor, type Caller, type Input, type Member } from '@parley/testing';
import { exchange, type Answer, type Exchange } from '../clients/exchange.ts';
import { meet } from '../clients/meeting.ts';
import { eachOf } from '../process/concurrency.ts';
import type { Target } from '../servers/target.ts';

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

/** What a space of the attacker's own contains: messages and artifacts of nearly 1 MiB each, and participants beside the owner. */
export interface Contents {
  messages?: number;
  artifacts?: number;
  participants?: number;
}

/** A request; `from` is the number of the address. */
export type Ask = Omit<Exchange, 'agent' | 'patienceMs' | 'from'> & { from?: number };

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
  readonly #agent = new Agent({ keepAlive: true });
  readonly #third = randomInt(200);
  #until: number;
  #members: readonly Member[] = [];

  constructor(field: Field) {
    this.field = field;
    this.#until = performance.now() + field.ms;
  }

  /** The owner of its own space. */
  get space(): Member {
    return this.#members[0]!;
  }

  /** The participants of its own space. */
  get members(): readonly Member[] {
    return this.#members.slice(1);
  }

  get isOver(): boolean {
    return this.leftMs <= 0;
  }

  get leftMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** The participants of its own space in turns. */
  readonly member = (i: number): Member => this.#members[1 + (i % (this.#members.length - 1))]!;

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
  readonly need = async (...called: Parameters<Attacker['call']>): Promise<Record<string, string>> => {
    const { status, text } = await this.call(...called);
    if (status !== 200) throw new Error(`${called[0]} returned ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as Record<string, string>;
  };

  /** Opens a space of its own, and fills it. */
  async settle({ participants = 0, messages = 0, artifacts = 0 }: Contents): Promise<void> {
    await this.prepare(1, 1, async () => {
      this.#members = (await meet(this.need, 1 + participants, 3_600)).members;
    });
    // A participant counts from the first use of its key.
    await this.prepare(participants, 8, (i) => this.need('listMessages', this.member(i), { limit: 1 }));
    await this.createArtifacts(artifacts, largeText);
    await this.prepare(messages, 4, () => this.need('sendMessage', this.space, largeMessage));
  }

  /** Creates artifacts in its own space; returns their ids. */
  readonly createArtifacts = async (count: number, content: (i: number) => string = () => ''): Promise<string[]> => {
    const create = (i: number) =>
      this.need('createArtifact', this.space, { name: `${i}.md`, type: 'markdown', content: content(i) });
    return (await this.prepare(count, 4, create)).map(({ id }) => id!);
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
    return (await eachOf(count, atOnce, succeeds, () => this.isOver)).filter(Boolean).length;
  };

  /** The same for preparations: all are done, and their time does not count. */
  readonly prepare = async <Result>(count: number, atOnce: number, work: (i: number) => Promise<Result>): Promise<Result[]> => {
    const start = performance.now();
    const results = await eachOf(count, atOnce, work);
    this.#until += performance.now() - start;
    return results;
  };

  /** Holds all connections until the time is up. */
  readonly hold = (): Promise<void> => sleep(this.leftMs);

  #count(status: string): void {
    this.gained.statuses[status] = (this.gained.statuses[status] ?? 0) + 1;
  }

  async #open(bytes: Buffer | string, from: number, begin: (socket: Socket) => void): Promise<Socket> {
    const { host, port } = this.field.target;
    const socket = connect({ host, port, localAddress: this.address(from) });
    socket.once('error', () => {});
    socket.once('close', () => (this.gained.cut += this.isOver ? 0 : 1));
    begin(socket);
    // A refused connection counts as closed.
    await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
    if (bytes.length > 0) socket.write(bytes);
    return socket;
  }
}
