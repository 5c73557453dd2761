import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../kernel/errors.ts';
import { erasedThrough, erasing } from '../erasure.ts';
import * as correction from './correction.ts';
import { messageSent, type MessageFact } from './facts.ts';
import { correctableMs, maxCorrections } from './limits.ts';
import { redact } from './rules.ts';

const ada = { participantId: 'ada' };
const sent: MessageFact = {
  ...{ id: 'm', senderId: 'ada', speaker: 'guest', senderName: 'Ada', isOwner: false },
  ...{ content: 'Teh plan', type: 'text', replyTo: 'before' },
  attachments: [{ fileId: 'f', name: 'plan.txt', bytes: 1, sha256: '', type: '' }],
};
const now = { at: 1_000, now: 1_000 };

const refusalOf = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as ServiceError).code;
  }
};

/** The fact of a correction. */
const correctionOf = (first: MessageFact, id: string, content: string): MessageFact =>
  messageSent({ participants: new Map() }, { ...ada, name: 'Ada', isOwner: false, speaker: 'guest' } as never, {
    ...{ id, content, type: 'text', ...correction.correctionOf(first, 7, undefined) },
  }).body as MessageFact;

describe('a message', () => {
  const first = (more: Partial<MessageFact> = {}): MessageFact => ({ ...sent, ...more });
  const corrections = (count: number) => ({ ids: Array.from({ length: count }, (_, i) => `c${i}`) });

  it.each([
    ['by its sender', first(), now, undefined],
    ['a day later', first(), { at: 0, now: correctableMs }, undefined],
    ['more than a day later', first(), { at: 0, now: correctableMs + 1 }, 'not_replaceable'],
    ['for the last time', first({ correction: corrections(maxCorrections - 1) }), now, undefined],
    ['more often', first({ correction: corrections(maxCorrections) }), now, 'not_replaceable'],
    ['of somebody else', first({ senderId: 'bob' }), now, 'not_replaceable'],
    ['that was erased', first({ redacted: { at: '' } }), now, 'not_replaceable'],
    ['that is directed', first({ to: ['bob'] }), now, 'not_replaceable'],
    ['about a decision', first({ decisionId: 'd' }), now, 'not_replaceable'],
    ['that is an image', first({ type: 'image' }), now, 'not_replaceable'],
  ])('can be corrected %s: %#', (_, message, when, code) =>
    expect(refusalOf(() => correction.assertReplaceable(message, ada, when))).toBe(code),
  );

  it('that is corrected names the newest text, its correction the first message, and both keep the files', () => {
    const one = correctionOf(sent, 'c1', 'The plan');
    expect(one).toMatchObject({ replaces: 'm', replyTo: 'before', attachments: sent.attachments, content: 'The plan' });
    const after = correction.replacedBy(correction.replacedBy(sent, one), correctionOf(sent, 'c2', 'The new plan'));
    expect(after).toMatchObject({ content: 'Teh plan', replacedBy: 'c2', correction: { ids: ['c1', 'c2'] } });
    expect(correction.corrected(after)).toMatchObject({ id: 'm', content: 'The new plan', attachments: sent.attachments });
    expect(correction.corrected(sent)).toEqual(sent);
  });

  it('shows nothing of what it notes for itself: that is last, and in no text', () => {
    const hostile = '","correction":{"of":1}';
    for (const [message, isCorrected] of [
      [correctionOf(first({ content: hostile }), 'c1', hostile), true],
      [correction.replacedBy(first({ content: hostile }), first({ content: hostile })), true],
      [redact(correction.replacedBy(sent, sent), { at: '' }), true],
      [first({ content: hostile }), false],
    ] as const) {
      const json = JSON.stringify(message);
      const place = json.indexOf(correction.correctionNotes);
      const { correction: _, ...shown } = message;
      expect(place > 0).toBe(isCorrected);
      if (isCorrected) expect(JSON.parse(`${json.slice(0, place)}}`)).toEqual(JSON.parse(JSON.stringify(shown)));
    }
  });

  it('that is erased has neither its text nor that of a correction', () => {
    const after = redact(correction.replacedBy(sent, correctionOf(sent, 'c1', 'hunter2')), { at: '' });
    expect(JSON.stringify(after)).not.toContain('hunter2');
    expect(after.correction).toEqual({ ids: ['c1'] });
  });

  it('that corrects another one tells readers that what they have of that is old', () => {
    const one = correctionOf(sent, 'c1', 'The plan');
    expect(JSON.stringify(one)).toContain(erasing.get('message'));
    expect(erasedThrough({ event: 'message', body: one })).toBe(7);
    for (const other of [sent, correction.replacedBy(sent, one)]) {
      expect(JSON.stringify(other)).not.toContain(erasing.get('message'));
      expect(erasedThrough({ event: 'message', body: other })).toBeUndefined();
    }
  });
});

describe('messages as they are read', () => {
  const message = fc.record({ of: fc.option(fc.nat(20), { nil: undefined }) });

  it('have each message once: at its first place, or at its newest if the first is not among them', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 30 }), fc.nat(10), (wishes, dropped) => {
        const all: { id: string; replaces?: string | undefined }[] = [];
        for (const [i, { of }] of wishes.entries()) {
          const target = of === undefined ? undefined : all.slice(0, of + 1).findLast(({ replaces }) => !replaces);
          all.push({ id: `m${i}`, replaces: target?.id });
        }
        const given = all.slice(dropped);
        const read = correction.withoutReplaced(given);
        const firstOf = ({ id, replaces = id }: (typeof all)[number]): string => replaces;
        // Nothing is lost, and nothing twice.
        expect(new Set(read.map(firstOf))).toEqual(new Set(given.map(firstOf)));
        expect(new Set(read.map(firstOf)).size).toBe(read.length);
        for (const each of read) {
          const same = given.filter((other) => firstOf(other) === firstOf(each));
          expect(each).toBe(same[0]!.replaces === undefined ? same[0] : same.at(-1));
        }
        expect(read).toEqual(given.filter((each) => read.includes(each)));
      }),
    );
  });
});
