import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '@parley/core';
import { requestFor, type Caller, type Input, type Member } from '@parley/testing';
import { exchange, type Answer, type Exchange } from '../clients/exchange.ts';
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

const patienceMs = 30_000;
const mebibyte = 1024 * 1024;

interface Filling {
  messages?: number;
  artifacts?: number;
}

/** A request; `from` is the number of the address. */
export type Ask = Omit<Exchange, 'agent' | 'patienceMs' | 'from'> & { from?: number };

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

  async ask({ from = 0, ...asked }: Ask): Promise<Answer> {
    const answer = await exchange(this.field.target, { ...asked, from: this.address(from), agent: this.#agent, patienceMs });
    this.#count(answer.status ? String(answer.status) : 'no answer');
    return answer;
  }

  /** Calls an operation. */
  call(operation: OperationName, caller: Caller, input: Input = {}, more: Pick<Ask, 'from' | 'headers'> = {}): Promise<Answer> {
    return this.ask({ ...requestFor(operation, caller, input), key: caller.key, ...more });
  }

  /** A call that the attack requires. */
  async need(...called: Parameters<Attacker['call']>): Promise<Record<string, string>> {
    const { status, text } = await this.call(...called);
    if (status !== 200) throw new Error(`${called[0]} returned ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as Record<string, string>;
  }

  /** Opens a space of the attacker's own. */
  async openSpace(ttl = 3_600): Promise<Member> {
    const { spaceId, ownerId, ownerPrivateKey } = await this.need(
      'createSpace',
      {},
      { name: 'Siege', description: 'Of an attacker', ttl },
    );
    return { spaceId: spaceId!, id: ownerId!, key: ownerPrivateKey! };
  }

  /** Fills a space with messages and artifacts of nearly 1 MiB each. */
  async fill(space: Member, { messages = 0, artifacts = 0 }: Filling): Promise<Member> {
    const text = (i: number) => ({ name: `${i}.md`, type: 'markdown', content: 'x'.repeat(mebibyte - 1_024) });
    await this.prepare(artifacts, 4, (i) => this.need('createArtifact', space, text(i)));
    await this.prepare(messages, 4, () => this.need('sendMessage', space, largeMessage));
    return space;
  }

  async fullSpace(filling: Filling): Promise<Member> {
    return this.fill(await this.openSpace(), filling);
  }

  /** Joins a space several times, each time as a new participant, whose key is used at once. */
  async join(space: Member, count: number): Promise<Member[]> {
    const { publicInvitationKey } = await this.need('createInvitation', space);
    const { spaceId } = space;
    const joined: Member[] = [];
    await this.prepare(count, 8, async (i) => {
      const { participantId, participantPrivateKey } = await this.need(
        'joinSpace',
        { spaceId, key: publicInvitationKey! },
        { name: `Many ${i}` },
      );
      const member = { spaceId, id: participantId!, key: participantPrivateKey! };
      await this.need('listMessages', member, { limit: 1 });
      joined.push(member);
    });
    return joined;
  }

  /** Notes what was reached, and whether that breaks a promise. */
  reached(note: string, isBroken: boolean): void {
    this.gained.note = note;
    if (isBroken) this.gained.broken.push(note);
  }

  /** An attack that never happened must not count as withstood. */
  failed(why: string): void {
    this.gained.broken.push(`the attack failed to run: ${why}`);
  }

  /** Sends these bytes on a new connection that is never read. */
  unread(bytes: Buffer | string, from = 0): Promise<Socket> {
    return this.#open(bytes, from, (socket) => socket.pause());
  }

  /** A new connection whose answers are counted. */
  read(bytes: Buffer | string, from = 0): Promise<Socket> {
    return this.#open(bytes, from, (socket) =>
      socket.on('data', (chunk: Buffer) => {
        for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) this.#count(status);
      }),
    );
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

/** A message of nearly 1 MiB: the limit of images. */
export const largeMessage = { content: `https://${'x'.repeat(mebibyte - 8)}`, type: 'image' };

/** Runs work with up to `atOnce` calls at a time, until there is no more. */
async function each(atOnce: number, work: (next: number) => Promise<unknown> | undefined): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let working = work(next++); working; working = work(next++)) await working;
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
