import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ask, createArtifact, unanswered, type Answer, type KeyHolder, type Member, type Server } from '@parley/testing';
import { expect } from 'vitest';
import type { Reader } from './reader.ts';

/** Works until its server or the test ends, and remembers the answers. */
export interface Worker {
  work(server: Server, over?: AbortSignal): Promise<void>;
  /** Retries unanswered requests with an Idempotency-Key, and one answered request. */
  retry(server: Server): Promise<void>;
  check(server: Server, reader: Reader): Promise<void>;
}

const pauseMs = 50;

interface Try {
  content: string;
  idempotencyKey: string | undefined;
}

const newTry = (hasKey: boolean): Try => ({ content: randomUUID(), idempotencyKey: hasKey ? randomUUID() : undefined });

/** Whether a write is known to have happened; otherwise it is unknown. */
function isAnswered<Body extends { code: string }>(answered: Answer<Body>): boolean {
  if (answered.status === unanswered) return false;
  if (answered.status === 503) {
    expect(answered.body.code).toBe('unavailable');
    return false;
  }
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  return true;
}

export class Sender implements Worker {
  readonly #member: Member;
  readonly #hasKeys: boolean;
  /** Contents by message id. */
  readonly #promised = new Map<string, string>();
  #last: (Try & { id: string }) | undefined;
  #unanswered: Try | undefined;

  constructor(member: Member, hasKeys: boolean) {
    this.#member = member;
    this.#hasKeys = hasKeys;
  }

  async work(server: Server, over?: AbortSignal): Promise<void> {
    while (!over?.aborted) {
      const attempt = this.#unanswered ?? newTry(this.#hasKeys);
      const sent = await this.#send(server, attempt);
      if (isAnswered(sent)) this.#promise(attempt, sent.body.messageId);
      else if (this.#hasKeys) this.#unanswered = attempt;
      if (sent.status === unanswered) return;
      if (sent.status === 503) await sleep(pauseMs);
    }
  }

  async retry(server: Server): Promise<void> {
    if (!this.#hasKeys) return;
    if (this.#unanswered) {
      const sent = await this.#send(server, this.#unanswered);
      expect(isAnswered(sent)).toBe(true);
      this.#promise(this.#unanswered, sent.body.messageId);
    }
    if (!this.#last) return;
    const again = await this.#send(server, this.#last);
    expect(isAnswered(again)).toBe(true);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.messageId).toBe(this.#last.id);
  }

  async check(_server: Server, reader: Reader): Promise<void> {
    const stored = new Map(reader.messages.map(({ id, content }) => [id, content]));
    const lost = [...this.#promised].filter(([id, content]) => stored.get(id) !== content);
    expect(lost).toEqual([]);
  }

  #promise(attempt: Try, id: string): void {
    this.#promised.set(id, attempt.content);
    this.#last = { ...attempt, id };
    this.#unanswered = undefined;
  }

  #send(server: Server, { content, idempotencyKey }: Try) {
    return ask(server, 'sendMessage', this.#member, { content }, idempotencyKey);
  }
}

/** The only writer of one artifact. */
export class Editor implements Worker {
  readonly #member: Member;
  readonly #artifactId: string;
  readonly #hasKeys: boolean;
  #version = 1;
  #content = '';
  #holdsLock = false;
  #unanswered: Try | undefined;

  constructor(member: Member, artifactId: string, hasKeys: boolean) {
    this.#member = member;
    this.#artifactId = artifactId;
    this.#hasKeys = hasKeys;
  }

  async work(server: Server, over?: AbortSignal): Promise<void> {
    const place = { artifactId: this.#artifactId };
    while (!over?.aborted) {
      if (!isAnswered(await ask(server, 'lockArtifact', this.#member, place))) return;
      this.#holdsLock = true;
      for (let i = 0; i < 3; i += 1) if (!(await this.#write(server, newTry(this.#hasKeys)))) return;
      this.#holdsLock = false;
      if (!isAnswered(await ask(server, 'unlockArtifact', this.#member, place))) return;
    }
  }

  async retry(server: Server): Promise<void> {
    if (this.#hasKeys && this.#unanswered) expect(await this.#write(server, this.#unanswered)).toBe(true);
  }

  async check(server: Server): Promise<void> {
    const stored = await answer(200, server, 'getArtifact', this.#member, { artifactId: this.#artifactId });
    // The only possible difference is a write that was not answered.
    if (this.#unanswered && stored.content === this.#unanswered.content) {
      this.#version += 1;
      this.#content = stored.content;
    }
    this.#unanswered = undefined;
    expect(stored).toMatchObject({ version: this.#version, content: this.#content });
    if (this.#holdsLock) expect(stored.lockedBy).toBe(this.#member.id);
  }

  async #write(server: Server, attempt: Try): Promise<boolean> {
    const { content, idempotencyKey } = attempt;
    const written = await ask(server, 'writeArtifact', this.#member, { artifactId: this.#artifactId, content }, idempotencyKey);
    this.#unanswered = isAnswered(written) ? undefined : attempt;
    if (this.#unanswered) return false;
    expect(written.body).toMatchObject({ version: this.#version + 1, content });
    this.#version += 1;
    this.#content = content;
    return true;
  }
}

const joinsPerRound = 8;

export class Joiner implements Worker {
  readonly #invitation: KeyHolder;
  readonly #promised = new Map<string, Member>();
  #last: { attempt: Try; id: string } | undefined;
  #unanswered: Try | undefined;

  constructor(invitation: KeyHolder) {
    this.#invitation = invitation;
  }

  async work(server: Server): Promise<void> {
    for (let i = 0; i < joinsPerRound; i += 1) if (!(await this.#join(server, newTry(true)))) return;
  }

  async retry(server: Server): Promise<void> {
    if (this.#unanswered) expect(await this.#join(server, this.#unanswered)).toBe(true);
    if (!this.#last) return;
    const { id, attempt } = this.#last;
    expect(await this.#join(server, attempt)).toBe(true);
    expect(this.#last.id).toBe(id);
  }

  /** Everyone joined once, and the key of the last participant works. */
  async check(server: Server): Promise<void> {
    const { participants } = await answer(200, server, 'getSpace', this.#invitation);
    const all = participants.map(({ name, participantId }) => `${name} ${participantId}`).toSorted();
    for (const [name, { id }] of this.#promised) expect(all.filter((each) => each.startsWith(name))).toEqual([`${name} ${id}`]);
    const last = [...this.#promised.values()].at(-1);
    if (last) await answer(200, server, 'listMessages', last, { limit: 1 });
  }

  async #join(server: Server, attempt: Try): Promise<boolean> {
    const joined = await ask(server, 'joinSpace', this.#invitation, { name: attempt.content }, attempt.idempotencyKey);
    this.#unanswered = isAnswered(joined) ? undefined : attempt;
    if (this.#unanswered) return false;
    const { participantId: id, participantPrivateKey: key } = joined.body;
    this.#promised.set(attempt.content, { spaceId: this.#invitation.spaceId, id, key });
    this.#last = { attempt, id };
    return true;
  }
}

/** An editor, senders with and without keys, and somebody who lets others join. */
export async function workersOf(server: Server, crew: readonly Member[], invitation: KeyHolder): Promise<Worker[]> {
  const [writer, ...speakers] = crew as [Member, ...Member[]];
  return [
    ...speakers.map((member, i) => new Sender(member, i % 2 === 0)),
    new Editor(writer, await createArtifact(server, writer), true),
    new Joiner(invitation),
  ];
}
