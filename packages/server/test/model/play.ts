import { randomUUID } from 'node:crypto';
import { call } from '@parley/testing';
import { expect } from 'vitest';
import {
  isGone,
  Meeting,
  stateOf,
  type Answer,
  type Delivery,
  type Document,
  type Foreseen,
  type Key,
  type Person,
  type Status,
} from './meeting.ts';
import { projected } from './projected.ts';
import { send, shapes, type Reply, type Sent } from './requests.ts';
import { foresee, type Ask } from './rules.ts';
import type { Step } from './steps.ts';
import { Stream } from './stream.ts';

interface Kept {
  sent: Sent;
  /** Set once the request is accepted. */
  reply?: Reply;
}

const outliveTheirKey = ['closeSpace', 'leaveSpace'];
const nowhere = '0b1c2d3e-0000-4000-8000-000000000000';

/** Plays a meeting on real servers and on the model, and compares them step by step. */
export class Play {
  readonly #servers: readonly string[];
  readonly #meeting: Meeting;
  readonly #foreignKey: string;
  readonly #kept: Kept[] = [];
  readonly #watching: Stream;

  private constructor(servers: readonly string[], meeting: Meeting, foreignKey: string, watching: Stream) {
    this.#servers = servers;
    this.#meeting = meeting;
    this.#foreignKey = foreignKey;
    this.#watching = watching;
  }

  static async begin(servers: readonly string[], privacy: 'public' | 'private'): Promise<Play> {
    const [base = ''] = servers;
    const { spaceId, ownerId, ownerPrivateKey } = await create(base, privacy);
    const { ownerPrivateKey: foreignKey } = await create(base, 'public');
    const watching = await Stream.open(servers.at(-1)!, spaceId, ownerPrivateKey, 0);
    await watching.until(isCaughtUp);
    return new Play(servers, new Meeting(spaceId, privacy, ownerId, ownerPrivateKey), foreignKey, watching);
  }

  async take(step: Step): Promise<void> {
    const base = this.#servers[step.server % this.#servers.length]!;
    const kept = this.#keptBy(step);
    const sent = kept ? retried(kept.sent, step, this.#meeting) : this.#requestOf(step);
    const foreseen = this.#foresee(sent, step, kept);
    const reply = await send(base, sent);
    check(sent, foreseen, reply);
    if (sent.idempotencyKey && !kept) this.#kept.push({ sent, ...(isRecorded(reply) && { reply }) });
    else if (kept && !kept.reply && isRecorded(reply)) Object.assign(kept, { sent, reply });
    foreseen.happens?.(reply.body);
    await this.#expired();
  }

  /** The server records what a departure ends soon after it: before the next step, so that the order is known. */
  async #expired(): Promise<void> {
    const data = this.#meeting.events.at(-1)?.data as Answer | undefined;
    if (data?.['outcome'] !== 'expired') return;
    await this.#watching.until(({ told }) => told.some((each) => each.data['sequence'] === data['sequence']));
  }

  /** Finally all members see the same, and streams delivered what happened, in order. */
  async finish(): Promise<void> {
    const meeting = this.#meeting;
    try {
      const last = meeting.visible(meeting.owner).at(-1)?.sequence ?? 0;
      await this.#watching.until(({ told, ended }) =>
        meeting.open ? Number(numbered(told).at(-1)?.data['sequence'] ?? 0) >= last : ended,
      );
      this.#checkTold(this.#watching, meeting.owner);
      if (meeting.open) for (const person of meeting.people) if (person.key && !isGone(person)) await this.#look(person);
    } finally {
      this.#watching.close();
    }
  }

  async #look(person: Person): Promise<void> {
    const key: Key = { kind: 'person', person, secret: person.key! };
    for (const operation of ['getSpace', 'listArtifacts', 'listMessages'] as const) {
      const sent: Sent = { ask: { operation, key, target: '', text: '', skip: 0 }, spaceId: this.#meeting.id };
      const foreseen = this.#meeting.refusal(operation, key) ?? foresee(this.#meeting, sent.ask);
      check(sent, foreseen, await send(this.#servers[0]!, sent));
    }
    const stream = await Stream.open(this.#servers.at(-1)!, this.#meeting.id, person.key!, 0);
    await stream.until(isCaughtUp);
    stream.close();
    expect(stream.told[0]).toMatchObject({
      event: 'ready',
      data: { sequence: this.#meeting.events.length, participantId: person.id },
    });
    this.#checkTold(stream, person);
  }

  #checkTold(stream: Stream, person: Person): void {
    const expected = this.#meeting.visible(person).map(({ event, data }) => ({ event, data }));
    expect(projected(numbered(stream.told), expected)).toEqual(expected);
  }

  #keptBy({ operation, pick }: Step): Kept | undefined {
    return operation === 'again' || operation === 'changed' ? this.#kept[pick % this.#kept.length] : undefined;
  }

  #requestOf(step: Step): Sent {
    const meeting = this.#meeting;
    const operation = step.operation === 'again' || step.operation === 'changed' ? 'getSpace' : step.operation;
    const { method, path, body } = shapes[operation];
    const documents = aptDocuments(meeting, step);
    const document = documents[step.target % documents.length];
    const people = aptPeople(meeting, step);
    const { invitations } = meeting;
    const deliveries = aptDeliveries(meeting, step);
    const about = path.startsWith('/artifact')
      ? document
      : path.startsWith('/invitations')
        ? invitations[step.target % invitations.length]
        : path.startsWith('/deliveries')
          ? deliveries[step.target % deliveries.length]
          : operation === 'replyMessage'
            ? meeting.messages[step.target % meeting.messages.length]
            : people[step.target % people.length];
    const target = { 'no id': 'nonsense', id: nowhere }[step.flaw as string] ?? about?.id ?? nowhere;
    const spaceId = { 'no space': 'nonsense', space: nowhere }[step.flaw as string] ?? meeting.id;
    const known = meeting.messages.filter(({ timestamp }) => timestamp);
    const skip = operation === 'listMessages' ? step.target % (known.length + 1) : 0;
    return {
      ask: { operation, key: this.#keyOf(step, document?.holder), target, text: step.text, skip },
      spaceId,
      since: skip > 0 ? meeting.messages[skip - 1]?.timestamp : undefined,
      body:
        step.flaw === 'body' && body
          ? { name: 1, content: [], type: null, maxUses: 0, revokeInvitation: 'yes', leaseSeconds: 0, reason: 1 }
          : body?.(step.text, { owner: meeting.owner.id, target }),
      idempotencyKey: step.keyed && step.flaw === 'none' && method !== 'GET' ? randomUUID() : undefined,
    };
  }

  #keyOf({ who, pick, apt }: Step, holder: Person | undefined): Key {
    const { owner, people, invitations } = this.#meeting;
    const all = people.filter(({ key, isOwner }) => key && !isOwner);
    const active = all.filter(({ status }) => status === 'active');
    const guests = apt && active.length > 0 ? active : all;
    const guest = apt && holder && all.includes(holder) ? holder : guests[pick % guests.length];
    const working = invitations.filter((each) => stateOf(each) === 'active');
    const open = apt && working.length > 0 ? working : invitations;
    const invitation = open[pick % open.length];
    if (who === 'nobody') return { kind: 'nobody' };
    if (who === 'owner') return { kind: 'person', person: owner, secret: owner.key! };
    if (who === 'guest' && guest) return { kind: 'person', person: guest, secret: guest.key! };
    if (who === 'invited' && invitation) return { kind: 'invitation', invitation, secret: invitation.key };
    return { kind: 'unknown', secret: who === 'foreigner' ? this.#foreignKey : 'f'.repeat(64) };
  }

  #foresee({ ask, spaceId, idempotencyKey }: Sent, { operation: wish, flaw }: Step, kept: Kept | undefined): Foreseen {
    const { operation, key } = ask;
    const { path, body } = shapes[operation];
    if (key.kind === 'nobody') return { status: 401 };
    if (spaceId === 'nonsense' || (path.includes('*') && ask.target === 'nonsense')) return { status: 404 };
    if (!kept && flaw === 'body' && body) return { status: 400 };
    if (operation === 'replyMessage' && ask.target === 'nonsense') return { status: 400 };
    if (spaceId !== this.#meeting.id) return { status: 404 };
    const first = idempotencyKey && kept?.reply;
    const refusal = this.#meeting.refusal(operation, key);
    if (refusal && !(first && outliveTheirKey.includes(operation))) return refusal;
    if (!first) return foresee(this.#meeting, ask);
    if (wish === 'changed' && body) return { status: 422, code: 'key_reused' };
    // The context bundle describes the present, even in a replayed answer.
    const bundle = 'participants' in first.body && key.kind === 'person' ? this.#meeting.context(key.person) : {};
    return { status: first.status, fields: { ...first.body, ...bundle } };
  }
}

/** A participant that the moderation can change, otherwise any. */
function aptPeople({ people }: Meeting, { operation, apt }: Step): Person[] {
  const from: Partial<Record<Step['operation'], readonly Status[]>> = {
    approveParticipant: ['waitingForApproval'],
    kickParticipant: ['waitingForApproval', 'active', 'muted'],
    muteParticipant: ['active'],
    unmuteParticipant: ['muted'],
  };
  const statuses = from[operation];
  const found = people.filter(({ isOwner, status }) => !isOwner && statuses?.includes(status));
  return apt && found.length > 0 ? found : people;
}

/** Operations of a worker choose a claimed delivery, and acceptances a held one. */
function aptDeliveries({ deliveries }: Meeting, { operation, apt }: Step): Delivery[] {
  const suitable = deliveries.filter(({ state }) => state === (operation === 'acceptDelivery' ? 'held' : 'claimed'));
  return apt && suitable.length > 0 ? suitable : deliveries;
}

/** Operations of a lock holder choose a locked artifact. */
function aptDocuments({ documents }: Meeting, { operation, apt }: Step): Document[] {
  const held = documents.filter(({ holder }) => holder);
  const needsHolder = operation === 'writeArtifact' || operation === 'heartbeatArtifactLock' || operation === 'unlockArtifact';
  return apt && needsHolder && held.length > 0 ? held : documents;
}

function retried(sent: Sent, { operation }: Step, { owner }: Meeting): Sent {
  const { body } = shapes[sent.ask.operation];
  if (operation === 'again' || !body) return sent;
  const ask: Ask = { ...sent.ask, text: `${sent.ask.text}!` };
  return { ...sent, ask, body: body(ask.text, { owner: owner.id, target: ask.target }) };
}

/** A refusal has no record, and neither has a claim that found nothing. */
const isRecorded = ({ status, body }: Reply): boolean => status < 300 && body?.['delivery'] !== null;

function check({ ask }: Sent, { status, code, lockedBy, fields }: Foreseen, reply: Reply): void {
  const expected = {
    operation: ask.operation,
    status,
    lockedBy: status === 423 ? lockedBy : undefined,
    ...(code && { code }),
    ...(fields && { fields }),
  };
  const { body } = reply;
  const actual = {
    operation: ask.operation,
    status: reply.status,
    lockedBy: reply.status === 423 ? body['lockedBy'] : undefined,
    ...(code && { code: body['code'] }),
    ...(fields && { fields: projected(body, fields) }),
  };
  expect(actual).toEqual(expected);
}

/** `context` follows everything up to the opening of the stream. */
const isCaughtUp = ({ told }: Stream): boolean => told.some(({ event }) => event === 'context');

const numbered = (told: Stream['told']): Stream['told'] =>
  told.filter(({ data }) => 'sequence' in data).filter(({ event }) => event !== 'ready');

async function create(url: string, privacy: string): Promise<Record<'spaceId' | 'ownerId' | 'ownerPrivateKey', string>> {
  const wish = { name: 'a meeting', description: 'as the model sees it', privacy };
  return (await call<Awaited<ReturnType<typeof create>>>({ url }, 'POST', '/hub/space', { body: wish })).body;
}
