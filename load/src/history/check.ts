import type { Message, StreamEvent } from '@parley/testing';
import type { History, Sent, View } from './history.ts';
import { lockFaultsIn } from './locks.ts';

/** Faults of one kind that are told in full. */
const mostTold = 3;

type Sequenced = StreamEvent & { id: number };

/**
 * Compares what clients were told with the log of their space, as the sequential model has it: there is one order of all writes, which every
 * reader sees. Each acknowledged message is in it once, after all that were acknowledged before it was sent; each lock has one holder at
 * a time, who wrote what was acknowledged. Returns what is wrong.
 */
export function faultsIn(history: History, log: readonly StreamEvent[], views: readonly View[]): string[] {
  const events = numbered(log);
  return [
    ...orderFaults(events),
    ...messageFaults(history.sent, messagesIn(events)),
    ...lockFaultsIn(history.written, events),
    ...views.flatMap((view) => viewFaults(view, events)),
  ];
}

const numbered = (events: readonly StreamEvent[]): Sequenced[] =>
  events.filter((event): event is Sequenced => event.id !== undefined);

const messagesIn = (events: readonly Sequenced[]): Message[] =>
  events.flatMap(({ event, data }) => (event === 'message' ? [data] : []));

/** Sequences have no gaps, and timestamps do not go back. */
function orderFaults(events: readonly Sequenced[]): string[] {
  const gaps = events.flatMap(({ id }, i) => (id === i + 1 ? [] : [`event ${i + 1} of the log has the sequence ${id}`]));
  const times = messagesIn(events).map(({ timestamp }) => timestamp);
  const back = times.flatMap((time, i) =>
    i > 0 && time <= times[i - 1]! ? [`a message of ${time} follows one of ${times[i - 1]}`] : [],
  );
  return [...told(gaps), ...told(back)];
}

/** Each acknowledged message is stored once, after all that were acknowledged before it was sent. */
export function messageFaults(sent: readonly Sent[], stored: readonly Message[]): string[] {
  const places = new Map<string, Message[]>();
  for (const message of stored) places.set(message.content, [...(places.get(message.content) ?? []), message]);
  const twice = [...places].flatMap(([content, found]) =>
    found.length > 1 ? [`“${content}” is stored ${found.length} times`] : [],
  );
  const lost = sent.flatMap(({ content, messageId }) =>
    messageId === undefined || places.get(content)?.some(({ id }) => id === messageId)
      ? []
      : [`“${content}” was acknowledged, and is lost`],
  );
  return [...told(twice), ...told(lost), ...told(orderOfAcknowledged(sent, places))];
}

/** What was acknowledged before another message was sent has a lower sequence. */
function orderOfAcknowledged(sent: readonly Sent[], places: ReadonlyMap<string, readonly Message[]>): string[] {
  const sequenceOf = ({ content }: Sent): number | undefined => places.get(content)?.[0]?.sequence;
  const answered = sent.filter(({ answeredAt }) => answeredAt !== undefined).toSorted((a, b) => a.answeredAt! - b.answeredAt!);
  const faults: string[] = [];
  let newest = 0;
  let next = 0;
  for (const message of sent.toSorted((a, b) => a.sentAt - b.sentAt)) {
    for (; next < answered.length && answered[next]!.answeredAt! < message.sentAt; next += 1) {
      newest = Math.max(newest, sequenceOf(answered[next]!) ?? 0);
    }
    const sequence = sequenceOf(message);
    if (sequence !== undefined && sequence < newest) {
      faults.push(`“${message.content}” has the sequence ${sequence}, but ${newest} was acknowledged before it was sent`);
    }
  }
  return faults;
}

/** A reader saw the log: nothing twice, nothing missing, in its order. */
function viewFaults({ reader, events, polled }: View, log: readonly Sequenced[]): string[] {
  const seen = numbered(events);
  const messages = idsOf(messagesIn(log));
  return [
    ...differs(`the stream of ${reader}`, idsOf(seen), idsOf(log)),
    ...differs(`the messages in the stream of ${reader}`, idsOf(messagesIn(seen)), messages),
    ...differs(`the polls of ${reader}`, idsOf(polled), messages),
  ];
}

const idsOf = <Id>(items: readonly { id: Id }[]): Id[] => items.map(({ id }) => id);

function differs<Item>(what: string, seen: readonly Item[], expected: readonly Item[]): string[] {
  const place = expected.findIndex((item, i) => seen[i] !== item);
  if (place < 0 && seen.length === expected.length) return [];
  const at = place < 0 ? expected.length : place;
  return [
    `${what}: ${seen.length} instead of ${expected.length}, ${String(seen[at] ?? 'nothing')} at place ${at} instead of ${String(expected[at] ?? 'nothing')}`,
  ];
}

/** A few faults of one kind, and how many more there are. */
export const told = (faults: readonly string[]): string[] =>
  faults.length <= mostTold ? [...faults] : [...faults.slice(0, mostTold), `… ${faults.length - mostTold} more like this`];
