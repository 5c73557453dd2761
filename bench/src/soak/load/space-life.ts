import { Agent } from 'node:http';
import type { Meeting } from '../../meeting.ts';
import { exchange, type Answer } from '../../siege/exchange.ts';
import type { Target } from '../../siege/target.ts';

const patienceMs = 60_000;
const from = '127.0.0.1';
const waitSeconds = 25;

interface Request {
  method?: string;
  path: string;
  key: string;
  body?: object;
}

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
    for (let after = 0; !over.aborted;) {
      const path = `/hub/space/${spaceId}/messages?after=${after}&wait=${waitSeconds}`;
      const page = await this.#ask({ path, key: keys[member]! }, this.#waiting, over);
      const messages = (page['messages'] as { sequence: number }[] | undefined) ?? [];
      for (const { sequence } of messages) {
        if (sequence <= after) this.errors.push('a poll told a message twice');
        after = sequence;
      }
    }
  }

  #one(meeting: Meeting): { key: string; id: string } {
    const place = Math.floor(this.#random() * meeting.keys.length);
    return { key: meeting.keys[place]!, id: meeting.ids[place]! };
  }

  async #talk(meeting: Meeting, more: object = {}): Promise<Record<string, unknown>> {
    const body = { content: `at ${Date.now()} somebody says a few words to everybody in the space`, ...more };
    const path = `/hub/space/${meeting.spaceId}/messages`;
    const told = await this.#ask({ method: 'POST', path, key: this.#one(meeting).key, body });
    if (told['messageId'] !== undefined) this.stored.set(meeting.spaceId, (this.stored.get(meeting.spaceId) ?? 0) + 1);
    return told;
  }

  async #read(meeting: Meeting): Promise<void> {
    const { key } = this.#one(meeting);
    await this.#ask({ path: `/hub/space/${meeting.spaceId}`, key });
    await this.#ask({ path: `/hub/space/${meeting.spaceId}/artifacts`, key });
  }

  async #edit(meeting: Meeting): Promise<void> {
    const { key } = this.#one(meeting);
    const list = await this.#ask({ path: `/hub/space/${meeting.spaceId}/artifacts`, key });
    const artifact = (list['artifacts'] as { id: string }[] | undefined)?.[0];
    if (!artifact) return;
    const path = `/hub/space/${meeting.spaceId}/artifacts/${artifact.id}`;
    const locked = await this.#ask({ method: 'POST', path: `${path}/lock`, key });
    if (locked['lockedBy'] === undefined) return;
    await this.#ask({ method: 'PUT', path, key, body: { content: `# Plan\n\nAs of ${Date.now()}\n` } });
    await this.#ask({ method: 'POST', path: `${path}/unlock`, key });
  }

  async #direct(meeting: Meeting): Promise<void> {
    const { key, id } = this.#one(meeting);
    await this.#talk(meeting, { to: [id], expects: 'ack' });
    const path = `/hub/space/${meeting.spaceId}/deliveries`;
    const claimed = await this.#ask({ method: 'POST', path: `${path}/claim`, key, body: {} });
    const delivery = claimed['delivery'] as { deliveryId: string; leaseId: string } | null | undefined;
    if (!delivery) return;
    const body = { leaseId: delivery.leaseId, outcome: 'acknowledged' };
    await this.#ask({ method: 'POST', path: `${path}/${delivery.deliveryId}/settle`, key, body });
  }

  async #ask({ method, path, key, body }: Request, agent = this.#agent, over?: AbortSignal): Promise<Record<string, unknown>> {
    const answer: Answer = await exchange(this.#target, { agent, from, method, path, key, body, patienceMs });
    this.requests += 1;
    if (answer.status === 200) return JSON.parse(answer.text) as Record<string, unknown>;
    // Somebody else holds the lock; or everybody has left.
    if (answer.status === 423 || over?.aborted) return {};
    const place = path.replace(/\?.*/, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
    this.errors.push(`${method ?? 'GET'} ${place}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return {};
  }
}
