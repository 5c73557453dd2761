import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, type Answer, type Exchange } from './exchange.ts';
import type { Insider } from './honest.ts';
import type { Target } from './target.ts';

/** What an attacker knows and can use. */
export interface Field {
  target: Target;
  /** A seat in the space where the honest clients meet. */
  insider: Insider;
  /** Signs no sessions; reports at `/asked` how often its keys were fetched. Absent if the server is not ours. */
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

const patienceMs = 30_000;

export type Ask = Omit<Exchange, 'agent' | 'patienceMs'>;

/** The attacker, on many addresses of this machine: sends requests, opens sockets, and counts the answers. */
export class Attacker {
  readonly field: Field;
  readonly gained: Gained = { statuses: {}, cut: 0, broken: [], note: '' };
  readonly #agent = new Agent({ keepAlive: true });
  #until: number;
  readonly #third = randomInt(200);

  constructor(field: Field) {
    this.field = field;
    this.#until = performance.now() + field.ms;
  }

  get isOver(): boolean {
    return this.leftMs <= 0;
  }

  get leftMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** A separate address for each number. */
  address(i = 0): string {
    return `127.${this.field.block}.${this.#third + Math.floor(i / 250)}.${(i % 250) + 1}`;
  }

  async ask(asked: Ask): Promise<Answer> {
    const answer = await exchange(this.field.target, { ...asked, agent: this.#agent, patienceMs });
    const status = answer.status === 0 ? 'no answer' : String(answer.status);
    this.gained.statuses[status] = (this.gained.statuses[status] ?? 0) + 1;
    return answer;
  }

  /** An answer that the attack requires. */
  async need(asked: Ask): Promise<Record<string, string>> {
    const { status, text } = await this.ask(asked);
    if (status !== 200) throw new Error(`${asked.path} returned ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as Record<string, string>;
  }

  /** Sends these bytes on a new connection that is never read. */
  async unread(from: string, bytes: Buffer | string = ''): Promise<Socket> {
    const socket = this.#open(from);
    socket.pause();
    await connected(socket);
    if (bytes.length > 0) socket.write(bytes);
    return socket;
  }

  /** A new connection whose answers are counted. */
  async read(from: string, bytes: Buffer | string = ''): Promise<Socket> {
    const socket = this.#open(from);
    socket.on('data', (chunk: Buffer) => {
      for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        this.gained.statuses[status] = (this.gained.statuses[status] ?? 0) + 1;
      }
    });
    await connected(socket);
    if (bytes.length > 0) socket.write(bytes);
    return socket;
  }

  /** Works through the numbers below `count`, several at a time, until all are done or the time is up. */
  async flood(count: number, atOnce: number, work: (i: number) => Promise<unknown>): Promise<void> {
    await each(atOnce, (next) => (next < count && !this.isOver ? work(next) : undefined));
  }

  /** The same for preparations: all are done, and their time does not count. */
  async prepare(count: number, atOnce: number, work: (i: number) => Promise<unknown>): Promise<void> {
    const start = performance.now();
    await each(atOnce, (next) => (next < count ? work(next) : undefined));
    this.#until += performance.now() - start;
  }

  /** Holds all connections until the time is up. */
  hold(): Promise<void> {
    return sleep(this.leftMs);
  }

  #open(from: string): Socket {
    const { host, port } = this.field.target;
    const socket = connect({ host, port, localAddress: from });
    socket.once('error', () => {});
    socket.once('close', () => (this.gained.cut += this.isOver ? 0 : 1));
    return socket;
  }
}

/** Runs work with up to `atOnce` calls at a time, until there is no more. */
async function each(atOnce: number, work: (next: number) => Promise<unknown> | undefined): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let working = work(next++); working; working = work(next++)) await working;
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** A refused connection counts as closed. */
const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
