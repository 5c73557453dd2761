import type { MessageView, ParticipantView } from '@parley/sdk';
import { nameOf } from '../watch/wording.ts';
import { roomOf } from './layout.ts';
import type { Left, Model } from './model.ts';
import { added, heightOf, noted } from './scroll.ts';

const isPresent = ({ status }: ParticipantView): boolean => status === 'active' || status === 'muted';

/** Marks the first message that is new to a user who comes back. */
export function returned(model: Model, { sequence, senderId }: Pick<MessageView, 'sequence' | 'senderId'>): Model {
  const { returning: left, me } = model;
  if (!left || sequence <= left.sequence || senderId === me) return model;
  const changes = changesSince(model, left);
  return added(
    { ...model, returning: undefined },
    { kind: 'since', text: ['new since you left', changes].filter(Boolean).join(': ') },
  );
}

/** The model when everything from before this chat was told: what comes now is not from the meantime. */
export function caughtUp(model: Model): Model {
  const { returning: left } = model;
  if (!left) return whereLeft(model);
  const changes = changesSince(model, left);
  const begun = { ...model, returning: undefined };
  return changes ? noted(begun, `Since you left: ${changes}`) : begun;
}

/** Goes to where the user left. What does not fit on the screen below that is unread. */
function whereLeft(model: Model): Model {
  const { entries, pending, size, hidden, me } = model;
  const start = entries.findLastIndex(({ kind }) => kind === 'since');
  const room = roomOf(model);
  if (start < 0 || hidden > 0 || heightOf([...entries.slice(start), ...pending], size) <= room) return model;
  const place = entries.findIndex((_, i) => i > start && heightOf(entries.slice(start, i + 1), size) > room);
  const count = entries.slice(place).filter((entry) => entry.kind === 'message' && entry.senderId !== me).length;
  if (place < 0 || count === 0) return model;
  const marked = entries.toSpliced(place, 0, { kind: 'unread', count });
  return { ...model, entries: marked, unread: count, hidden: heightOf([...marked.slice(start), ...pending], size) - room };
}

function changesSince({ people, me }: Model, { people: before }: Left): string {
  if (!before) return '';
  const names = (is: (person: ParticipantView) => boolean) =>
    people
      .filter((person) => person.participantId !== me && is(person))
      .map(nameOf)
      .join(', ');
  const joined = names((person) => isPresent(person) && !before[person.participantId]);
  const gone = names((person) => !isPresent(person) && before[person.participantId] === true);
  const passed = names((person) => ['left', 'kicked'].includes(person.status) && !(person.participantId in before));
  return [joined && `${joined} joined`, gone && `${gone} left`, passed && `${passed} joined and left`].filter(Boolean).join('; ');
}

/** Where the user leaves the conversation now: before the first message that they have not seen. */
export function leaving({ entries, people, unread }: Model): Left | undefined {
  if (people.length === 0) return undefined;
  const marker = unread > 0 ? entries.findIndex(({ kind }) => kind === 'unread') : -1;
  const seen = marker < 0 ? entries : entries.slice(0, marker);
  const last = seen.findLast((entry) => entry.kind === 'message');
  return {
    sequence: last?.sequence ?? 0,
    people: Object.fromEntries(people.map((person) => [person.participantId, isPresent(person)])),
  };
}
