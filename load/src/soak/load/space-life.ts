import { Agent } from 'node:http';
import type { OperationName } from '@parley/core';
import { requestFor, type Input, type KeyHolder, type Member } from '@parley/testing';
import type { Meeting } from '../../meeting.ts';
import { exchange } from '../../siege/exchange.ts';
import type { Target } from '../../siege/target.ts';

const patienceMs = 60_000;
const from = '127.0.0.1';
const waitSeconds = 25;

/** What participants do in many spaces, and what they were told. */
export class Life {
  readonly errors: string[] = [];
  requests = 0;
  /** Acknowledged messages by space. */
  readonly stored = new Map<string, number>();
  readonly #target: Target;
  readonly #random: () => number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #waiting = new Agent({ keepAlive: true, maxSockets: Infinity });

  constructor(target: Target, random: () => number) {
    this.#target = target;
    this.#random = random;
  }

  end(): void {
    this.#agent.destroy();
    this.#waiting.destroy();
  }

  /** Somebody does something: mostly talks, sometimes reads, edits, or asks another one for something. */
  act(meeting: Meeting): Promise<unknown> {
    const chance = this.#random();
    if (chance < 0.5) return this.#talk(meeting);
    if (chance < 0.8) return this.#read(meeting);
    return chance < 0.9 ? this.#edit(meeting) : this.#direct(meeting);
  }

  /** Waits for messages again and again, as an agent without streams does. */
  async wait({ spaceId, keys }: Meeting, member: number, over: AbortSignal): Promise<void> {
    const waiter = { spaceId, key: keys[member]! };
    for (let after = 0; !over.aborted;) {
      const page = await this.#ask('listMessages', waiter, { after, wait: waitSeconds }, { agent: this.#waiting, over });
      const messages = (page['messages'] as { sequence: number }[] | undefined) ?? [];
      for (const { sequence } of messages) {
        if (sequence <= after) this.errors.push('a poll told a message twice');
        after = sequence;
      }
    }
  }

  #one(meeting: Meeting): Member {
    return memberOf(meeting, Math.floor(this.#random() * meeting.keys.length));
  }

  async #talk(meeting: Meeting, sender = this.#one(meeting), more: Input = {}): Promise<void> {
    const content = `at ${Date.now()} somebody says a few words to everybody in the space`;
    const told = await this.#ask('sendMessage', sender, { content, ...more });
    if (told['messageId'] !== undefined) this.stored.set(meeting.spaceId, (this.stored.get(meeting.spaceId) ?? 0) + 1);
  }

  async #read(meeting: Meeting): Promise<void> {
    const one = this.#one(meeting);
    await this.#ask('getSpace', one);
    await this.#ask('listArtifacts', one);
  }

  async #edit(meeting: Meeting): Promise<void> {
    const one = this.#one(meeting);
    const list = await this.#ask('listArtifacts', one);
    const artifactId = (list['artifacts'] as { id: string }[] | undefined)?.[0]?.id;
    if (artifactId === undefined) return;
    const locked = await this.#ask('lockArtifact', one, { artifactId });
    if (locked['lockedBy'] === undefined) return;
    await this.#ask('writeArtifact', one, { artifactId, content: `# Plan\n\nAs of ${Date.now()}\n` });
    await this.#ask('unlockArtifact', one, { artifactId });
  }

  async #direct(meeting: Meeting): Promise<void> {
    const place = Math.floor(this.#random() * (meeting.keys.length - 1));
    const [one, other] = [memberOf(meeting, place), memberOf(meeting, place + 1)];
    await this.#talk(meeting, other, { to: [one.id], expects: 'ack' });
    const claimed = await this.#ask('claimDelivery', one);
    const delivery = claimed['delivery'] as { deliveryId: string; leaseId: string } | null | undefined;
    if (!delivery) return;
    const { deliveryId, leaseId } = delivery;
    await this.#ask('settleDelivery', one, { deliveryId, leaseId, outcome: 'acknowledged' });
  }

  async #ask(
    operation: OperationName,
    { spaceId, key }: KeyHolder,
    input: Input = {},
    { agent = this.#agent, over }: { agent?: Agent; over?: AbortSignal } = {},
  ): Promise<Record<string, unknown>> {
    const request = requestFor(operation, { spaceId }, input);
    const { status, text } = await exchange(this.#target, { agent, from, key, patienceMs, ...request });
    this.requests += 1;
    if (status === 200) return JSON.parse(text) as Record<string, unknown>;
    // Somebody else has the lock, or has got it; or everybody has left.
    if (status !== 423 && !over?.aborted) this.errors.push(`${operation}: ${status} ${text.slice(0, 200)}`);
    return {};
  }
}

const memberOf = ({ spaceId, keys, ids }: Meeting, place: number): Member => ({ spaceId, key: keys[place]!, id: ids[place]! });
