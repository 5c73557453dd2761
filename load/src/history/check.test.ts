import type { StreamEvent } from '@parley/testing';
import { expect, it } from 'vitest';
import { faultsIn } from './check.ts';
import { History } from './history.ts';

const message = (sequence: number, content: string) =>
  ({ event: 'message', id: sequence, data: { id: `m${content}`, sequence, content, timestamp: `t${sequence}` } }) as StreamEvent;
const artifact = (sequence: number, action: string, actorId: string, version = 1, sha256 = '') =>
  ({
    event: 'artifact',
    id: sequence,
    data: { sequence, action, artifact: { id: 'plan', version }, actorId, sha256 },
  }) as StreamEvent;

function historyOf(...sent: [content: string, sentAt: number, answeredAt?: number][]): History {
  const history = new History();
  for (const [content, sentAt, answeredAt] of sent)
    history.sent.push({ content, sentAt, ...(answeredAt !== undefined && { answeredAt, messageId: `m${content}` }) });
  return history;
}
const viewOf = (events: readonly StreamEvent[], polled = events) => ({
  reader: 'Ada',
  events,
  polled: polled.flatMap(({ event, data }) => (event === 'message' ? [data] : [])),
});
const log = [message(1, 'a'), message(2, 'b'), message(3, 'c')];

it('accepts what one sequential order explains, with an unanswered message in it or not', () => {
  const history = historyOf(['a', 0, 1], ['b', 2, 9], ['c', 3], ['d', 4]);
  expect(faultsIn(history, log, [viewOf(log)])).toEqual([]);
});

it.each<[string, History, StreamEvent[], string]>([
  ['a lost message', historyOf(['d', 0, 1]), log, '“d” was acknowledged, and is lost'],
  ['a message that is stored twice', historyOf(['a', 0, 1]), [message(1, 'a'), message(2, 'a')], '“a” is stored 2 times'],
  ['a gap in the log', historyOf(), [message(1, 'a'), message(3, 'c')], 'event 2 of the log has the sequence 3'],
  [
    'a message before one that was acknowledged earlier',
    historyOf(['b', 0, 1], ['a', 2, 3]),
    log,
    '“a” has the sequence 1, but 2',
  ],
  [
    'a second holder',
    historyOf(),
    [artifact(1, 'locked', 'Ada'), artifact(2, 'locked', 'Bob')],
    'locked by Bob, while Ada holds the lock',
  ],
  ['a write without a lock', historyOf(), [artifact(1, 'updated', 'Ada', 2)], 'updated by Ada, while nobody holds the lock'],
  [
    'a write over another one',
    historyOf(),
    [artifact(1, 'locked', 'Ada'), artifact(2, 'updated', 'Ada', 3)],
    'updated by Ada, as version 3 after 1',
  ],
])('finds %s', (_, history, events, fault) => {
  expect(faultsIn(history, events, [])).toEqual([expect.stringContaining(fault)]);
});

it('finds an acknowledged version that is not in the log, or has another text', () => {
  const history = historyOf();
  history.written.push({ artifactId: 'plan', version: 2, sha256: 'x', actorId: 'Ada' });
  const events = [artifact(1, 'locked', 'Ada'), artifact(2, 'updated', 'Ada', 2, 'y')];
  expect(faultsIn(history, events, [])).toEqual(['version 2 was acknowledged to Ada, and is lost']);
});

it.each<[string, StreamEvent[], string]>([
  ['twice', [log[0]!, log[0]!, log[1]!, log[2]!], 'the stream of Ada: 4 instead of 3, 1 at place 1 instead of 2'],
  ['never', log.slice(1), 'the stream of Ada: 2 instead of 3, 2 at place 0 instead of 1'],
  ['not yet', log.slice(0, 2), 'the stream of Ada: 2 instead of 3, nothing at place 2 instead of 3'],
])('finds an event that a reader saw %s', (_, seen, fault) => {
  expect(faultsIn(historyOf(), log, [viewOf(seen, log)])).toContain(fault);
});
