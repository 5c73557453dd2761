import type { ParticipantView, SpaceEvent } from '@parley/sdk';
import { eventInWords, nameOf } from '../watch/wording.ts';
import { messageEntry, type Tone } from './entry.ts';
import { handleOf, isOwner, left, met, named, waitingIn, type Model } from './model.ts';
import { delivered } from './pending.ts';
import { answeredBy, messageIn } from './quote.ts';
import { addresseesOf } from './addressees.ts';
import { added, noted } from './scroll.ts';
import { returned } from './since.ts';
import { resources } from './resources.ts';
import { received } from './unread.ts';

/** The model after an event of the space. */
export function told(before: Model, event: SpaceEvent): Model {
  const model = resources.reduce((model, { known }) => known?.(model, event) ?? model, before);
  switch (event.type) {
    case 'ready':
      return { ...model, me: event.data.participantId };
    case 'context': {
      const { participants, space } = event.data;
      const known = met({ ...model, space: space.name }, participants);
      return model.isGreeted ? known : greeted(known);
    }
    case 'message': {
      const { id, timestamp, replyTo, replaces } = event.data;
      // It is shown where the first message is.
      if (replaces !== undefined && messageIn(model, (entry) => entry.id === replaces)) return delivered(model, id);
      const day = new Date(timestamp).toDateString();
      const last = model.entries.findLast((entry) => entry.kind === 'message');
      const dated = last?.day === day ? model : added(model, { kind: 'day', text: longDay(timestamp) });
      const known = returned(dated, event.data);
      const to = addresseesOf(model, event.data);
      const answers = replyTo === undefined ? undefined : answeredBy(model, replyTo);
      const entry = { ...messageEntry(event.data), ...(answers && { answers }), ...(to && { to }) };
      return delivered(received(known, entry), id);
    }
    case 'participant-status': {
      const { participant, status, previousStatus } = event.data;
      const known = met(model, [{ ...participant, status }]);
      const isMe = participant.participantId === model.me;
      if (isMe && status === 'left') return left(known);
      if (isMe && status === 'kicked') return { ...known, isOut: true, over: 'The owner removed you from this space.' };
      if (status === 'waitingForApproval') return asked(known, participant);
      const isNews = !isMe || previousStatus !== undefined;
      return isNews ? announced(known, event) : known;
    }
    case 'budget':
      return announced(model, event, event.data.percent === 100 ? 'wanted' : 'quiet');
    case 'reset':
      return noted({ ...model, entries: [], hidden: 0, unread: 0 }, 'The conversation was reloaded from the beginning.');
    case 'space-closed': {
      const over = wordsOf(model, event);
      return { ...model, isClosed: true, ...(over !== undefined && { over }) };
    }
    default:
      return resources.some(({ shows }) => shows === event.type) ? model : announced(model, event);
  }
}

const wordsOf = (model: Model, event: SpaceEvent) => eventInWords(event, (id) => named(model, id), model.me);

/** The model with the event as a note, if it has words. */
function announced(model: Model, event: SpaceEvent, tone?: Tone): Model {
  const words = wordsOf(model, event);
  return words === undefined ? model : noted(model, words, tone);
}

/** The model with a hint if there are no messages, and, for the owner, with everyone who is waiting for approval. */
function greeted(model: Model): Model {
  const more = resources.flatMap(({ welcome }) => welcome?.(model) || []);
  const welcome = ['No messages yet. /help lists the commands.', ...more].join('\n');
  const isSilent = !model.entries.some(({ kind }) => kind === 'message');
  const begun = { ...(isSilent ? noted(model, welcome) : model), isGreeted: true };
  return isOwner(begun) ? waitingIn(begun).reduce(asked, begun) : begun;
}

function asked(model: Model, person: ParticipantView): Model {
  const handle = handleOf(model, person);
  const like = person.resembles === undefined ? '' : `, with a name that looks like that of ${named(model, person.resembles)}`;
  return noted(model, `${nameOf(person)} asks to join${like}: /approve ${handle} or /kick ${handle}`, 'wanted');
}

const longDay = (timestamp: string): string => new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'full' });
