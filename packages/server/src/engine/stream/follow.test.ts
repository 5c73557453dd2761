import { streamViews } from '../../resources/views.ts';
import {
  newSpace,
  apply,
  participant as participantRules,
  space as spaceRules,
  type Changes,
  type SpaceState,
  type Viewer,
} from '@parley/core';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Seats } from '../../call/admission/seats.ts';
import { countAlone } from '../limits/counts.ts';
import type { HeadReader } from '../read/head-reader.ts';
import { noPresence } from './presence.fixture.ts';
import { Snapshots } from '../read/snapshots.ts';
import type { EventRow, Portion } from '../store/events.ts';
import { Feed } from './feed.ts';
import { follow, type Following, type Sink } from './follow.ts';
import { EventLog } from './log.ts';
import { LoggedEvent } from './logged.ts';
import type { Notice } from './notice.ts';
import { pageOf } from './portions.fixture.ts';
import { FairSemaphore } from './fair-semaphore.ts';

const quiet = () => new Promise(setImmediate);
const guests = ['bob', 'eve'];
const now = 1_000_000;
const views = streamViews({ publicUrl: 'https://parley.example' });

/** Who can see a fact. */
type Audience = 'all' | 'owner' | 'guests';

const bodyFor = (audience: Audience) =>
  JSON.stringify({ revealed: audience !== 'owner', ...(audience === 'guests' && { isFirstUse: true }), at: now, updatedAt: now });

const start = (): SpaceState => {
  const fresh = newSpace(
    { spaceId: 's', ownerId: 'owner', keyHash: 'owner-key', name: 'S', description: '', privacy: 'public', ttl: 60 },
    now,
  );
  const join = (participantId: string) =>
    participantRules.join(
      fresh,
      { participantId, keyHash: `${participantId}-key`, invitationId: 'i', name: participantId, speaker: 'guest' },
      9,
    );
  return apply(fresh, { participants: guests.map(join) });
};

/** One space in a database whose every answer waits for the test, and a process that follows it. */
class World {
  state = start();
  rev = 1;
  readonly rows: EventRow[] = [];
  readonly pending: (() => void)[] = [];
  readonly failures: unknown[] = [];
  readonly reads: string[] = [];
  readonly snapshots = new Snapshots(() => this.#ask(() => ({ head: this.head(), state: this.state, bytes: 0 })));
  readonly log = new EventLog(
    {
      after: (_, after, head, portion) => {
        this.reads.push(`after ${after}`);
        return this.#ask(() => pageOf(this.rows.slice(after, head), portion));
      },
      messagesSince: (_, at, portion) => this.#messages((row) => row.at > at, portion),
      messagesAfter: (_, after, portion) => this.#messages((row) => row.sequence > after, portion),
      newestMessages: () => Promise.reject(new Error('A stream does not ask for them')),
    },
    views,
  );
  readonly seats = new Seats({ perCredential: Infinity, perAddress: Infinity, inAll: Infinity, counts: countAlone() });
  readonly semaphore = new FairSemaphore(2);
  readonly heads = { current: () => this.#ask(this.head) } as unknown as HeadReader;
  readonly feed = new Feed({
    log: this.log,
    heads: this.heads,
    snapshots: this.snapshots,
    seats: this.seats,
    presence: noPresence,
    views,
    now: () => now,
    failed: (error) => this.failures.push(error),
  });

  head = () => ({ spaceId: 's', rev: this.rev, sequence: this.rows.length, lastMs: this.rows.at(-1)?.at ?? 0 });

  /** Something that this or another process stored. */
  commit(event: EventRow['event'], audience: Audience, by: 'us' | 'them', changes?: Changes): void {
    const sequence = this.rows.length + 1;
    const row: EventRow = { sequence, at: sequence * 10, event, body: bodyFor(audience) };
    this.rows.push(row);
    if (changes) {
      this.state = apply(this.state, changes);
      this.rev += 1;
    }
    if (by === 'them') return;
    if (changes) this.snapshots.put('s', this.rev, this.state, 0);
    this.log.remember('s', [this.log.event('s', row)]);
    this.feed.notify(this.head());
  }

  /** Another process erases the text of a message. */
  redact(sequence: number): void {
    const row = this.rows[sequence - 1]!;
    this.rows[sequence - 1] = { ...row, body: JSON.stringify({ redacted: true }) };
    this.rows.push({
      ...row,
      sequence: this.rows.length + 1,
      event: 'message-redacted',
      body: `{"messageSequence":${sequence}}`,
    });
  }

  kick(participantId: string, by: 'us' | 'them'): void {
    const kicked = participantRules.kick(this.state.participants.get(participantId)!, now);
    this.commit('participant-status', 'all', by, { participants: [kicked] });
  }

  isOut = (participantId: string) => this.state.participants.get(participantId)!.status === 'kicked';

  close = (by: 'us' | 'them') => this.commit('space-closed', 'all', by, { space: spaceRules.close(this.state.space, now) });

  follow(who: string, from: Following['from'], slow = false): Told {
    const told = new Told(this, { participantId: who, isOwner: who === 'owner' }, who, from, slow);
    const following: Following = {
      since: this.rev,
      spaceId: 's',
      viewer: told.viewer,
      keyHash: `${who}-key`,
      address: '127.0.0.1',
      transport: 'rest',
      from,
    };
    const { feed, log, heads, semaphore } = this;
    void follow(following, () => told, { feed, log, heads, semaphore, now: () => now }).catch((error) =>
      this.failures.push(error),
    );
    return told;
  }

  /** Answers one of the waiting queries. */
  async answer(which: number): Promise<void> {
    if (this.pending.length) this.pending.splice(which % this.pending.length, 1)[0]!();
    await quiet();
  }

  async answerAll(): Promise<void> {
    await quiet();
    while (this.pending.length) await this.answer(0);
  }

  visible = (viewer: Viewer) => (row: EventRow) => new LoggedEvent({ spaceId: 's', ...row }, views).isFor(viewer);

  /** Alternates whether an answer shows the moment of the query or of the answer: both are allowed. */
  #late = false;
  #ask<Answer>(read: () => Answer): Promise<Answer> {
    this.#late = !this.#late;
    const early = this.#late ? undefined : { answer: read() };
    return new Promise((resolve) => this.pending.push(() => resolve(early ? early.answer : read())));
  }

  #messages = (wanted: (row: EventRow) => boolean, portion: Portion) =>
    this.#ask(() =>
      pageOf(
        this.rows.filter((row) => row.event === 'message' && wanted(row)),
        portion,
      ),
    );
}

class Told implements Sink {
  closed = false;
  isLive = false;
  isComplete = false;
  hasLeft = false;
  leave = () => {};
  readonly gone = new Promise<void>((resolve) => (this.leave = resolve));
  readonly sequences: number[] = [];
  readonly bodies: string[] = [];
  readonly notices: Notice[] = [];
  readonly #world: World;
  readonly viewer: Viewer;
  readonly who: string;
  readonly from: Following['from'];
  readonly #slow: boolean;

  constructor(world: World, viewer: Viewer, who: string, from: Following['from'], slow: boolean) {
    this.#world = world;
    this.viewer = viewer;
    this.who = who;
    this.from = from;
    this.#slow = slow;
  }

  deliver: Sink['deliver'] = (events, frames) => {
    if (this.closed) return;
    expect(frames.toString()).toBe(events.map(({ frame }) => frame.toString()).join(''));
    this.sequences.push(...events.map(({ sequence }) => sequence));
    this.bodies.push(...events.map(({ body }) => body));
  };
  notify = (notice: Notice) => void this.notices.push(notice);
  live = () => void (this.isLive = true);
  complete = () => void (this.isComplete = true);
  room = () => (this.#slow ? new Promise<void>((resolve) => this.#world.pending.push(resolve)) : Promise.resolve());
  end = () => {
    this.closed = true;
    this.leave();
  };

  told = (event: Notice['event']) => this.notices.filter((notice) => notice.event === event).map(({ json }) => JSON.parse(json));

  /** The sequences that it must receive in total, given the log. */
  due(): number[] {
    const head: number = this.told('ready')[0].sequence;
    const { from } = this;
    const wanted = ({ sequence, at, event }: EventRow): boolean => {
      if (from && 'after' in from) return sequence > (from.after > head ? 0 : from.after);
      return sequence > head || event === 'space-closed' || (event === 'message' && at > (from?.at ?? 0));
    };
    return this.#world.rows
      .filter(this.#world.visible(this.viewer))
      .filter(wanted)
      .map(({ sequence }) => sequence);
  }
}

const by = fc.constantFrom('us' as const, 'them' as const);
const who = fc.constantFrom('owner', ...guests);
const from = fc.option(
  fc.oneof(
    fc.nat({ max: 20 }).map((after) => ({ after })),
    fc.nat({ max: 200 }).map((at) => ({ at })),
  ),
  { nil: undefined },
);
const message = fc.record({ do: fc.constant('message' as const), by });
const status = fc.record({ do: fc.constant('status' as const), by, audience: fc.constantFrom('all', 'owner', 'guests') });
const attach = fc.record({ do: fc.constant('attach' as const), who, from, slow: fc.boolean() });
const answer = fc.record({ do: fc.constant('answer' as const), which: fc.nat() });
const step = fc.oneof(
  { weight: 4, arbitrary: message },
  { weight: 2, arbitrary: status },
  { weight: 2, arbitrary: attach },
  { weight: 8, arbitrary: answer },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('notify' as const), late: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kick' as const), who: fc.constantFrom(...guests), by }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), by }) },
);

type Step = typeof step extends fc.Arbitrary<infer Step> ? Step : never;

/** One stream has caught up, and another one makes their follower deliver an event before the first is live. */
const overtaken: Step[] = [
  { do: 'attach', who: 'owner', from: undefined, slow: false },
  { do: 'answer', which: 0 },
  { do: 'message', by: 'them' },
  { do: 'answer', which: 0 },
  { do: 'notify', late: 1 },
  { do: 'answer', which: 0 },
  { do: 'answer', which: 0 },
  { do: 'message', by: 'them' },
  { do: 'attach', who: 'owner', from: { at: 20 }, slow: false },
];

async function perform(world: World, told: Told[], each: Step): Promise<void> {
  switch (each.do) {
    case 'notify': {
      // Notifications arrive late, twice or never; none announces more than the log contains.
      const sequence = Math.max(0, world.rows.length - each.late);
      return world.feed.notify({ ...world.head(), rev: each.late ? 1 : world.rev, sequence });
    }
    case 'leave': {
      const leaving = told[each.which % told.length];
      if (!leaving || leaving.closed) return undefined;
      leaving.hasLeft = true;
      return leaving.end();
    }
    case 'forget':
      return world.log.forget('s');
    case 'answer':
      return world.answer(each.which);
    case 'message':
    case 'status':
    case 'attach':
    case 'kick':
    case 'close':
      if (!world.state.space.end) happen(world, told, each);
  }
}

/** Steps that require an open space. */
function happen(world: World, told: Told[], each: Exclude<Step, { do: 'notify' | 'leave' | 'forget' | 'answer' }>): void {
  switch (each.do) {
    case 'message':
      return world.commit('message', 'all', each.by);
    case 'status':
      return world.commit('participant-status', each.audience, each.by);
    case 'attach':
      if (!world.isOut(each.who)) told.push(world.follow(each.who, each.from, each.slow));
      return undefined;
    case 'kick':
      return world.isOut(each.who) ? undefined : world.kick(each.who, each.by);
    case 'close':
      return world.close(each.by);
  }
}

describe('a follower of a space', () => {
  it('receives every event that it can see, once and in order, until its key stops working', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const world = new World();
        const told: Told[] = [];
        for (const each of steps) {
          await perform(world, told, each);
          await quiet();
        }
        await world.answerAll();
        // The poll that every process makes once a second, in case notifications are lost.
        world.feed.notify(world.head());
        await world.answerAll();
        const { end } = world.state.space;
        for (const each of told) {
          const isOut = world.isOut(each.who);
          expect(each.closed).toBe(isOut || each.hasLeft || end !== undefined);
          if (each.told('ready').length === 0) continue;
          const due = each.due();
          // Everyone admitted before the end of the space receives its event, whatever it was doing.
          if (end && !isOut && !each.hasLeft) expect(each.sequences.at(-1)).toBe(due.at(-1));
          const isWhole = each.isLive ? !isOut && !each.hasLeft : !each.closed;
          if (isWhole) expect(each.sequences).toEqual(due);
          // A follower that is ended while it reads the past can skip to the end of the space.
          else if (end) expect(each.sequences).toEqual(due.filter((sequence) => each.sequences.includes(sequence)));
          else expect(each.sequences).toEqual(due.slice(0, each.sequences.length));
        }
        expect(world.failures).toEqual([]);
        for (const each of told) each.end();
        await world.answerAll();
        expect(world.feed.watched).toEqual([]);
      }),
      { numRuns: 300, examples: [[overtaken]] },
    );
  });

  const followed = async (world: World, ...following: Parameters<World['follow']>) => {
    const told = world.follow(...following);
    await world.answerAll();
    return told;
  };

  it.each([undefined, { after: 1 }])(
    'does not receive a text that was erased while it read what came before it',
    async (from) => {
      const world = new World();
      for (let i = 0; i < 1_500; i += 1) world.commit('message', 'all', 'us');
      const told = world.follow('owner', from, true);
      while (told.sequences.length === 0) await world.answer(0);
      world.redact(1_200);
      await world.answerAll();
      expect(told.sequences.length).toBeGreaterThan(1_400);
      expect(told.bodies[told.sequences.indexOf(1_200)]).toBe(JSON.stringify({ redacted: true }));
    },
  );

  it('first receives ready, then the past, then the context', async () => {
    const world = new World();
    world.commit('message', 'all', 'them');
    const told = await followed(world, 'bob', undefined);
    expect(told.notices.map(({ event }) => event)).toEqual(['ready', 'context']);
    expect(told.told('ready')).toEqual([
      { spaceId: 's', participantId: 'bob', sequence: 1, serverTime: new Date(now).toISOString() },
    ]);
    expect(told.told('context')[0]).toMatchObject({ space: { name: 'S', state: 'open' } });
    expect([told.sequences, told.isLive]).toEqual([[1], true]);
    told.end();
  });

  it('receives a context when the visible state changed, and not when only hidden state changed', async () => {
    const world = new World();
    const told = await followed(world, 'bob', undefined);
    const invitation = { invitationId: 'j', keyHash: 'j-key', createdAt: now, uses: 0 };
    world.commit('message', 'all', 'us', { invitations: [invitation] });
    await world.answerAll();
    await new Promise((resolve) => setTimeout(resolve, 1));
    world.commit('message', 'all', 'us', { space: { ...world.state.space, name: 'Another' } });
    await vi.waitFor(() => expect(told.told('context')).toHaveLength(2));
    expect(told.told('context').map(({ space }) => space.name)).toEqual(['S', 'Another']);
    told.end();
  });

  it('replays only messages after an instant, and every kind of event after a sequence', async () => {
    const world = new World();
    for (const event of ['message', 'artifact', 'message', 'artifact'] as const) world.commit(event, 'all', 'them');
    const byTime = await followed(world, 'bob', { at: 10 });
    const bySequence = await followed(world, 'bob', { after: 1 });
    world.commit('artifact', 'all', 'us');
    await world.answerAll();
    expect(byTime.sequences).toEqual([3, 5]);
    expect(bySequence.sequences).toEqual([2, 3, 4, 5]);
    for (const told of [byTime, bySequence]) told.end();
  });

  it('1,000 clients that come back with the same position read what they missed once', async () => {
    const world = new World();
    for (let i = 0; i < 2_500; i += 1) world.commit('artifact', 'all', 'them');
    const all = Array.from({ length: 1_000 }, () => world.follow('bob', { after: 10 }));
    await world.answerAll();
    for (const told of all) {
      expect(told.isLive).toBe(true);
      expect(told.sequences).toHaveLength(2_490);
      told.end();
    }
    // Three portions, each of them once.
    expect(world.reads).toEqual(['after 10', 'after 1010', 'after 2010']);
  });

  it('starts over with a reset if its position is ahead of the log', async () => {
    const world = new World();
    world.commit('artifact', 'all', 'them');
    const told = await followed(world, 'bob', { after: 9 });
    expect(told.told('reset')).toEqual([{ reason: 'ahead', oldest: 1, head: 1 }]);
    expect(told.sequences).toEqual([1]);
    told.end();
  });

  it('is ended when its key stops working, whichever process ended it, and the others are not', async () => {
    for (const by of ['us', 'them'] as const) {
      const world = new World();
      const [bob, eve] = [await followed(world, 'bob', undefined), await followed(world, 'eve', undefined)];
      world.kick('bob', by);
      world.feed.notify(world.head());
      await world.answerAll();
      expect([bob.closed, eve.closed, eve.sequences]).toEqual([true, false, [1]]);
      eve.end();
    }
  });

  it('knows whether nothing remains to resume: its key stopped working, or this process stops', async () => {
    const world = new World();
    const [bob, eve] = [await followed(world, 'bob', undefined), await followed(world, 'eve', undefined)];
    const opening = world.follow('owner', undefined);
    await quiet();
    world.kick('bob', 'us');
    await world.answerAll();
    world.feed.close();
    await world.answerAll();
    expect([bob, eve, opening].map(({ closed, isComplete }) => [closed, isComplete])).toEqual([
      [true, true],
      [true, false],
      [true, false],
    ]);
  });

  it('is ended if its key stopped working before the stream was open', async () => {
    const world = new World();
    const told = world.follow('bob', undefined);
    await quiet();
    world.kick('bob', 'us');
    await world.answerAll();
    expect(told.closed).toBe(true);
    expect(world.feed.watched).toEqual([]);
  });

  it('receives space-closed last, and is ended', async () => {
    const world = new World();
    const told = await followed(world, 'bob', undefined);
    world.close('us');
    await world.answerAll();
    expect([told.sequences, told.closed]).toEqual([[1], true]);
  });

  it('receives space-closed last, also if the feed was still reading earlier events', async () => {
    const world = new World();
    const told = await followed(world, 'bob', undefined);
    world.commit('message', 'all', 'them');
    world.feed.notify(world.head());
    await quiet();
    world.close('us');
    await world.answerAll();
    expect([told.sequences, told.closed]).toEqual([[1, 2], true]);
  });

  it('receives space-closed last, also if the state is known before the event', async () => {
    const world = new World();
    const told = await followed(world, 'bob', undefined);
    world.commit('artifact', 'all', 'them', {});
    world.feed.notify(world.head());
    await quiet();
    world.close('them');
    await world.answerAll();
    world.feed.notify(world.head());
    await world.answerAll();
    expect([told.sequences, told.closed]).toEqual([[1, 2], true]);
  });

  it('receives space-closed last, also if the feed learns of it later', async () => {
    const world = new World();
    const eve = await followed(world, 'eve', undefined);
    const bob = world.follow('bob', undefined);
    world.close('them');
    await world.answerAll();
    world.feed.notify(world.head());
    await world.answerAll();
    expect([eve.sequences, eve.closed]).toEqual([[1], true]);
    expect([bob.sequences, bob.closed]).toEqual([[1], true]);
  });

  it('receives space-closed last, also during the replay', async () => {
    const world = new World();
    world.commit('message', 'all', 'them');
    const told = world.follow('bob', undefined, true);
    await quiet();
    while (told.sequences.length === 0) await world.answer(0);
    world.close('us');
    await world.answerAll();
    expect([told.sequences, told.closed]).toEqual([[1, 2], true]);
  });
});

describe('a feed that was closed', () => {
  it('ends everyone, and refuses later followers with 503', async () => {
    const world = new World();
    const told = world.follow('bob', undefined);
    await world.answerAll();
    world.feed.close();
    expect(told.closed).toBe(true);
    world.follow('eve', undefined);
    await quiet();
    expect(world.failures).toMatchObject([{ code: 'unavailable' }]);
  });
});
