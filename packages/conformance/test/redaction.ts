import { rewriting, type Breach } from './breaches.ts';
import { as, inChapter, refusing, saying } from './tampering.ts';

const redacting = /\/messages\/[^/]+\/redact$/;
const redactingTask = /\/tasks\/[^/]+\/redact$/;
const redactingDecision = /\/decisions\/[^/]+\/redact$/;
const redactingComment = /\/comments\/[^/]+\/redact$/;
const list = /\/messages(\?|$)/;
const sent = /\/deliveries\?.*role=sender/;

/** Ways to break what is promised about redaction, at least one for each check. */
export const redaction: Breach[] = inChapter('redaction', [
  [
    'redactMessage',
    '200 with the message at its place, without its text, and who erased it and when',
    'nobody did it',
    rewriting('POST', redacting, (body) => ({ ...body, redacted: { ...body.redacted, by: undefined } })),
  ],
  [
    'redactMessage',
    '200 for its sender, also when muted, and for the owner; 403 for others',
    'the wrong key',
    refusing('POST', 403, redacting, as(401)),
  ],
  [
    'redactMessage',
    '200 again changes nothing',
    'the last reason counts',
    rewriting('POST', redacting, (body, { key }) => ({ ...body, redacted: { ...body.redacted, reason: key } })),
  ],
  [
    'redactMessage',
    'withdraws the open deliveries of the message',
    'they stay open',
    rewriting('GET', sent, (body) => ({
      ...body,
      deliveries: body.deliveries.map((each: object) => ({ ...each, outcome: undefined })),
    })),
  ],
  [
    'redactMessage',
    '400 with a reason that is too long, 404 for what is no message',
    'something else is missing',
    refusing('POST', 404, redacting, saying('code', 'not_found')),
  ],
  [
    'redactMessage',
    '409 not_redactable for a message that only repeats what something else says',
    'another conflict',
    refusing('POST', 409, redacting, saying('code', 'status_conflict')),
  ],
  [
    'a redacted message',
    'is shown nowhere with its text: lists, catch-ups, exports, retries, replays',
    'a list has kept it',
    (() => {
      let text = '';
      return {
        answer: (passage) => {
          if (passage.path.endsWith('/deliveries/claim') && passage.body.includes('"message"'))
            text ||= (JSON.parse(passage.body) as { message: { content: string } }).message.content;
          if (text && passage.method === 'GET' && list.test(passage.path))
            passage.body = passage.body.replace('"content":""', `"content":"${text}"`);
        },
      };
    })(),
  ],
  [
    'the event `message-redacted`',
    'tells everyone which message has lost its text, who erased it and when',
    'it names no message',
    { event: (block) => (block.startsWith('event: message-redacted') ? block.replaceAll('messageId', 'id') : block) },
  ],
  [
    'redactTask',
    '200 without the title, the text and the notes; the task goes on, and messages about it are redacted',
    'it ends the task',
    rewriting('POST', redactingTask, (body) => ({ ...body, state: 'cancelled' })),
  ],
  [
    'redactTask',
    '200 for its creator, also after its end, and for the owner; 403 for others; 404 for what is no task',
    'the wrong key',
    refusing('POST', 403, redactingTask, as(401)),
  ],
  [
    'redactDecision',
    '200 without the title, the text and the words of the options; what was answered stays',
    'it says not who did it',
    rewriting('POST', redactingDecision, (body) => ({ ...body, redacted: { ...body.redacted, by: undefined } })),
  ],
  [
    'redactDecision',
    '200 for who opened it and the owner, and again; 403 for others; 404 for what is no decision',
    'the wrong key',
    refusing('POST', 403, redactingDecision, as(401)),
  ],
  [
    'redactDecision',
    '200 with answerOf, for the voter and the owner, without that reason, and with the question',
    'it erases the question too',
    rewriting('POST', redactingDecision, (body) => ({ ...body, title: 'Deleted' })),
  ],
  [
    'redactComment',
    '200 without the text and the passage, also where replies repeat that; the comment stays at its place',
    'it resolves the comment',
    rewriting('POST', redactingComment, (body) => ({ ...body, state: 'resolved' })),
  ],
  [
    'redactComment',
    '200 for its author, also when it is resolved, and for the owner; 403 for others; 404 for what is no comment',
    'the wrong key',
    refusing('POST', 403, redactingComment, as(401)),
  ],
  [
    'the event `text-redacted`',
    'tells everyone what has lost its texts, who erased them and when',
    'it names no task',
    { event: (block) => (block.startsWith('event: text-redacted') ? block.replaceAll('taskId', 'id') : block) },
  ],
]);
