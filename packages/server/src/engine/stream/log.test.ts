import { streamViews } from '../../resources/views.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventPage, EventRow, Glance, GlimpsedRow, Portion } from '../store/events.ts';
import { EventLog, type Glimpse } from './log.ts';
import { LoggedEvent } from './logged.ts';
import { pageOf } from './portions.fixture.ts';

const views = streamViews({ publicUrl: 'https://parley.example' });
const large = 'x'.repeat(300_000);
const erased = JSON.stringify({ text: '', redacted: true });

/** A plain array that counts its reads. */
class Stored {
  readonly rows: EventRow[] = [];
  /** When each message was redacted, by its sequence. */
  readonly redactions = new Map<number, number>();
  asked = 0;

  append(count: number, event: EventRow['event'] = 'message', text = ''): LoggedEvent[] {
    for (let i = 0; i < count; i += 1) {
      const sequence = this.rows.length + 1;
      this.rows.push({ sequence, at: sequence * 10, event, body: JSON.stringify({ text }) });
    }
    return this.from(this.rows.length - count, this.rows.length);
  }

  /** Erases the text of a message, as another process can. */
  redact(which: number): LoggedEvent[] {
    const messages = this.rows.filter(({ event, sequence }) => event === 'message' && !this.redactions.has(sequence));
    const row = messages.at(-1 - (which % Math.max(1, messages.length)));
    if (!row) return [];
    this.rows[row.sequence - 1] = { ...row, body: erased };
    this.redactions.set(row.sequence, this.rows.length + 1);
    const sequence = this.rows.length + 1;
    this.rows.push({ sequence, at: sequence * 10, event: 'message-redacted', body: `{"messageSequence":${row.sequence}}` });
    return this.from(sequence - 1, sequence);
  }

  from = (after: number, head: number) =>
    this.rows.slice(after, head).map((row) => new LoggedEvent({ spaceId: 's', ...row }, views));

  async after(_spaceId: string, after: number, head: number, portion: Portion): Promise<EventPage> {
    this.asked += 1;
    return pageOf(this.rows.slice(after, head), portion);
  }

  async messagesSince(_spaceId: string, at: number, portion: Portion): Promise<EventPage> {
    this.asked += 1;
    return pageOf(
      this.rows.filter((row) => row.event === 'message' && row.at > at),
      portion,
    );
  }

  messagesAfter = (spaceId: string, after: number, portion: Portion) => this.messagesSince(spaceId, after * 10, portion);

  async newestMessages(_spaceId: string, head: number, { events, bytes, longest, beginning }: Glance): Promise<GlimpsedRow[]> {
    this.asked += 1;
    const found: GlimpsedRow[] = [];
    let read = 0;
    for (const row of this.rows.slice(0, head).toReversed()) {
      if (found.length === events || read >= bytes) break;
      if (row.event !== 'message') continue;
      const size = Buffer.byteLength(row.body);
      found.push({ ...row, size });
      read += size > longest ? beginning : size;
    }
    return found.toReversed();
  }
}

const given = () => {
  const stored = new Stored();
  return { stored, log: new EventLog(stored, views) };
};
const sequences = (events: readonly LoggedEvent[] | undefined) => events?.map(({ sequence }) => sequence);
const sequenceOf = (each: Glimpse) => ('message' in each ? each.message.sequence : each.sequence);
const atMost = (events: number): Portion => ({ events, bytes: Infinity });
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

const place = fc.nat({ max: 60 });
const limit = fc.integer({ min: 1, max: 70 });
const step = fc.oneof(
  fc.record({
    do: fc.constant('append' as const),
    count: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) }, { weight: 1, arbitrary: fc.constant(2_100) }),
    event: fc.constantFrom('message' as const, 'artifact' as const),
    text: fc.constantFrom('', 'short', large),
    remembered: fc.boolean(),
  }),
  fc.record({ do: fc.constant('remember' as const), back: place, count: place }),
  fc.record({ do: fc.constant('forget' as const) }),
  fc.record({ do: fc.constant('redact' as const), which: fc.nat({ max: 9 }), remembered: fc.boolean() }),
  fc.record({ do: fc.constant('read' as const), back: place, count: place }),
  fc.record({ do: fc.constant('arrive' as const) }),
  fc.record({ do: fc.constant('after' as const), back: place, behind: fc.nat({ max: 5 }), ahead: fc.nat({ max: 5 }), limit }),
  fc.record({
    do: fc.constant('messages' as const),
    back: place,
    behind: fc.nat({ max: 5 }),
    limit,
    byTime: fc.boolean(),
    ms: fc.nat(9),
  }),
  fc.record({ do: fc.constant('newest' as const), behind: fc.nat({ max: 5 }), limit }),
);

describe('the event log', () => {
  it('answers like a plain array, whatever was remembered, trimmed or forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { stored, log } = given();
        /** A read that another one overtakes. */
        let reading: readonly LoggedEvent[] = [];
        // Whoever knows of a redaction does not get the text.
        const expectErased = (events: readonly LoggedEvent[], head: number) => {
          for (const { sequence, body } of events)
            if ((stored.redactions.get(sequence) ?? Infinity) <= head) expect(body).toBe(erased);
        };
        for (const each of steps) {
          const length = stored.rows.length;
          switch (each.do) {
            case 'append': {
              const events = stored.append(each.count, each.event, each.count < 10 ? each.text : '');
              if (each.remembered) log.remember('s', events);
              break;
            }
            case 'remember': {
              const first = Math.max(0, length - each.back);
              log.remember('s', stored.from(first, first + each.count));
              break;
            }
            case 'forget':
              log.forget('s');
              break;
            case 'redact': {
              const events = stored.redact(each.which);
              if (each.remembered) log.remember('s', events);
              break;
            }
            case 'read': {
              const first = Math.max(0, length - each.back);
              reading = stored.from(first, first + each.count);
              break;
            }
            case 'arrive':
              log.remember('s', reading);
              break;
            case 'after': {
              const end = Math.max(0, length - each.behind);
              const head = Math.min(length, end + each.ahead);
              const after = Math.max(0, length - each.back);
              const expected = sequences(stored.from(after, Math.max(after, end)).slice(0, each.limit));
              const told = await log.after('s', after, end, atMost(each.limit), head);
              expect(sequences(told)).toEqual(expected);
              expectErased(told, head);
              const one = end > 0 ? await log.one('s', end, head) : undefined;
              if (one) expectErased([one], head);
              break;
            }
            case 'newest': {
              const head = Math.max(0, length - each.behind);
              const told = await log.newest('s', head, { events: each.limit, bytes: Infinity, longest: 1_000, beginning: 10 });
              const expected = stored.from(0, head).filter(({ event }) => event === 'message');
              expect(told.map(sequenceOf)).toEqual(sequences(expected)!.slice(-each.limit));
              for (const each of told) {
                if (!stored.redactions.has(sequenceOf(each)))
                  expect('size' in each).toBe(stored.rows[sequenceOf(each) - 1]!.body.length > 1_000);
                if ((stored.redactions.get(sequenceOf(each)) ?? Infinity) <= head)
                  expect(each).toHaveProperty('message.body', erased);
              }
              break;
            }
            case 'messages': {
              const head = Math.max(0, length - each.behind);
              const after = Math.max(0, length - each.back);
              const at = after * 10 + each.ms;
              const from = each.byTime ? { at } : { after };
              const { messages: told, hasMore } = await log.messages('s', from, head, atMost(each.limit));
              const expected = stored.from(after, length).filter(({ event }) => event === 'message');
              // Events after the head that the reader knows can be included or not.
              const known = (events: readonly LoggedEvent[]) => sequences(events)!.filter((sequence) => sequence <= head);
              expect(known(told)).toEqual(known(expected).slice(0, each.limit));
              expectErased(told, head);
              if (!hasMore) expect(known(told)).toEqual(known(expected));
              expect(hasMore && told.length < each.limit).toBe(false);
              expect(sequences(told)).toEqual(sequences(expected)!.slice(0, told.length));
              break;
            }
          }
        }
      }),
      { numRuns: 600 },
    );
  });

  it('does not read the store for events in memory', async () => {
    const { stored, log } = given();
    log.remember('s', stored.append(5));
    expect(sequences(await log.after('s', 2, 5, atMost(10)))).toEqual([3, 4, 5]);
    expect(sequences(await log.after('s', 2, 4, atMost(1)))).toEqual([3]);
    expect(sequences((await log.messages('s', { at: 30 }, 5, atMost(10))).messages)).toEqual([4, 5]);
    expect(sequences(await log.after('s', 5, 5, atMost(10)))).toEqual([]);
    expect(stored.asked).toBe(0);
  });

  it('remembers what it read, if that reaches the head', async () => {
    const { stored, log } = given();
    stored.append(5);
    await log.after('s', 1, 5, atMost(2));
    expect(log.remembered('s', 1, 3)).toBeUndefined();
    await log.after('s', 1, 5, atMost(10));
    expect(sequences(log.remembered('s', 1, 5))).toEqual([2, 3, 4, 5]);
    expect(log.remembered('s', 0, 5)).toBeUndefined();
  });

  it('replaces its memory when there is a gap, and never answers across it', async () => {
    const { stored, log } = given();
    log.remember('s', stored.append(3));
    stored.append(2);
    log.remember('s', stored.append(2));
    expect(log.remembered('s', 0, 3)).toBeUndefined();
    expect(sequences(log.remembered('s', 5, 7))).toEqual([6, 7]);
    expect(sequences(await log.after('s', 0, 7, atMost(10)))).toEqual(range(1, 7));
  });

  it('keeps each event once and in order, however often it is remembered', () => {
    const { stored, log } = given();
    stored.append(6);
    log.remember('s', stored.from(2, 4));
    log.remember('s', stored.from(0, 5));
    log.remember('s', stored.from(3, 6));
    log.remember('s', stored.from(2, 3));
    expect(sequences(log.remembered('s', 2, 6))).toEqual([3, 4, 5, 6]);
  });

  it('drops the copies of what has lost its text, and keeps what came after', () => {
    const { stored, log } = given();
    log.remember('s', stored.append(5));
    log.remember('s', stored.redact(2));
    expect(log.remembered('s', 2, 6)).toBeUndefined();
    expect(sequences(log.remembered('s', 3, 6))).toEqual([4, 5, 6]);
  });

  it('shares no read with a reader who knew less of the log', async () => {
    const { stored, log } = given();
    stored.append(3);
    const early = log.after('s', 0, 3, atMost(10));
    stored.redact(0);
    const late = await log.after('s', 0, 3, atMost(10), 4);
    expect(late[2]!.body).toBe(erased);
    expect(await early).toHaveLength(3);
    expect(stored.asked).toBe(2);
  });

  it('cuts a memory of many events down to the newest', () => {
    const { stored, log } = given();
    log.remember('s', stored.append(2_048));
    expect(log.remembered('s', 0, 2_048)).toHaveLength(2_048);
    log.remember('s', stored.append(1));
    expect(log.remembered('s', 1_024, 2_049)).toBeUndefined();
    expect(log.remembered('s', 1_025, 2_049)).toHaveLength(1_024);
  });

  it('cuts a memory of large events down, but keeps the newest of all', () => {
    const { stored, log } = given();
    log.remember('s', stored.append(8, 'message', large));
    expect(log.remembered('s', 4, 8)).toBeUndefined();
    expect(log.remembered('s', 5, 8)).toHaveLength(3);
    log.remember('s', stored.append(1, 'message', large.repeat(8)));
    expect(sequences(log.remembered('s', 8, 9))).toEqual([9]);
  });

  it('of the newest messages, reads one portion, and only the beginning of those that are too long', async () => {
    const { stored, log } = given();
    stored.append(20, 'message', large);
    const glance = { events: 100, bytes: 500, longest: 10_000, beginning: 100 };
    const told = await log.newest('s', 20, glance);
    expect(told.map(sequenceOf)).toEqual(range(16, 20));
    for (const each of told)
      expect(each).toMatchObject({ size: large.length + 11, beginning: expect.stringMatching(/^.{100}$/) });
    log.remember('s', stored.from(17, 20));
    const remembered = await log.newest('s', 20, { ...glance, events: 2 });
    expect(remembered).toEqual(told.slice(-2));
    expect(stored.asked).toBe(1);
  });

  it('counts bytes of the newest messages, in memory as in the database, whatever their characters', async () => {
    const { stored, log } = given();
    stored.append(4, 'message', '漢'.repeat(1_000));
    const glance = { events: 100, bytes: 6_000, longest: 2_999, beginning: 2_500 };
    const read = await log.newest('s', 4, glance);
    log.remember('s', stored.from(0, 4));
    expect(read.map(sequenceOf)).toEqual([2, 3, 4]);
    expect(await log.newest('s', 4, glance)).toEqual(read);
    expect(stored.asked).toBe(1);
  });

  it('reads what another process stored once, however many poll for it', async () => {
    const { stored, log } = given();
    stored.append(100);
    expect(sequences((await log.messages('s', { after: 90 }, 100, atMost(20))).messages)).toEqual(range(91, 100));
    stored.append(3);
    const { asked } = stored;
    for (let reader = 0; reader < 5; reader += 1) {
      expect(sequences((await log.messages('s', { at: 1_000 }, 103, atMost(20))).messages)).toEqual([101, 102, 103]);
    }
    expect(stored.asked).toBe(asked + 1);
  });

  it('reads the newest event once for all who poll, however large those before it are', async () => {
    const { stored, log } = given();
    stored.append(40, 'message', large);
    await log.messages('s', { after: 40 }, 40, atMost(20));
    const { asked } = stored;
    for (let reader = 0; reader < 5; reader += 1) {
      expect((await log.messages('s', { at: 400 }, 40, atMost(20))).messages).toEqual([]);
    }
    expect(stored.asked).toBe(asked);
  });

  it('evicts a space that is written but no longer read', () => {
    const { stored, log } = given();
    log.remember('s', stored.append(2_048));
    log.remember('s', stored.append(1_025));
    expect(log.isRead('s')).toBe(true);
    log.remember('s', stored.append(1_025));
    expect(log.isRead('s')).toBe(false);
  });

  it('bounds its memory also if that is full of small events', () => {
    const { stored, log } = given();
    const hundred = stored.append(100);
    const weight = hundred.reduce((sum, each) => sum + each.weight, 0);
    const spaces = range(1, 5_000).map(String);
    for (const spaceId of spaces) log.remember(spaceId, hundred);
    const kept = spaces.filter((spaceId) => log.isRead(spaceId));
    expect(kept.length * weight).toBeLessThanOrEqual(128 * 1024 * 1024);
    expect(kept.length).toBeGreaterThan(1_000);
  });

  it('evicts the least recently read spaces', () => {
    const { stored, log } = given();
    const six = stored.append(6, 'message', large);
    const spaces = range(1, 10).map(String);
    for (const spaceId of spaces) log.remember(spaceId, six);
    expect(log.remembered('1', 0, 6)).toHaveLength(6);
    log.remember('11', six);
    const kept = spaces.filter((spaceId) => log.remembered(spaceId, 0, 6));
    expect(kept).toContain('1');
    expect(kept).not.toContain('2');
    expect(kept.length).toBeGreaterThan(7);
  });
});
