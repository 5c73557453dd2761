import { rewriting, type Breach } from './breaches.ts';
import { as, inChapter, refusing, saying } from './tampering.ts';

const send = /\/messages$/;
const list = /\/messages(\?|$)/;
const catchUp = /\/catch-up(\?|$)/;

/** Ways to break what is promised about corrections, at least one for each check. */
export const correction: Breach[] = inChapter('correction', [
  [
    'sendMessage with `replaces`',
    '200 keeps both at their places: the first names the newest, each correction the first',
    'the first one goes',
    rewriting('GET', list, (body) => ({
      ...body,
      messages: body.messages.filter(({ replacedBy }: { replacedBy?: string }) => !replacedBy),
    })),
  ],
  [
    'sendMessage with `replaces`',
    'is heard on streams as a message that names what it corrects',
    'it names nothing',
    { event: (block) => (block.startsWith('event: message') ? block.replace('"replaces"', '"edits"') : block) },
  ],
  [
    'sendMessage with `replaces`',
    '409 not_replaceable for what somebody else sent, what is directed, and what was erased',
    'another conflict',
    refusing('POST', 409, send, saying('code', 'status_conflict')),
  ],
  [
    'sendMessage with `replaces`',
    '409 not_replaceable after 20 corrections',
    'another conflict',
    refusing('POST', 409, send, saying('code', 'limit_reached')),
  ],
  [
    'sendMessage with `replaces`',
    '400 with an unknown message, and together with `to`, `replyTo` or an image',
    'a missing one is 404',
    refusing('POST', 400, send, as(404)),
  ],
  [
    'a corrected message',
    'is read with its newest text at its first place: in catch-ups, transcripts and searches',
    'a catch-up has the first text',
    rewriting('GET', catchUp, (body) => ({
      ...body,
      messages: body.messages.map((each: { content: string }) => ({ ...each, content: each.content.replace('noon', 'none') })),
    })),
  ],
  [
    'a corrected message',
    'is told once more to who has read the former text',
    'it is not',
    rewriting('GET', catchUp, (body) => ({
      ...body,
      messages: body.messages.filter(({ replaces }: { replaces?: string }) => !replaces),
    })),
  ],
  [
    'a corrected message',
    'leaves nothing when one of its texts is redacted',
    'the first one stays',
    rewriting('GET', list, (body) => ({
      ...body,
      messages: body.messages.map((each: object, i: number) => (i === 0 ? { ...each, redacted: undefined } : each)),
    })),
  ],
]);
