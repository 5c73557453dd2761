import { matching, ServiceError, type OperationName, type QuestionForModels } from '@parley/core';
import { taskIdOf, type Message, type Task, type TaskReference } from '../../a2a-protocol/protocol.ts';
import { lookUp, type A2aCall } from './call.ts';
import { partsOf, kinds, questionsTo, questionWith, type PosedQuestion, type QuestionFields } from './questions.ts';
import type { A2aMessage } from './requests.ts';

/** The answer that a message gives, and the question, unless it does not wait for an answer. */
export interface TaskAnswer {
  kind: QuestionForModels;
  name: OperationName;
  input: QuestionFields & { spaceId: string };
  asked?: PosedQuestion | undefined;
}

/** What a message to a task says: a text with its metadata, or data that calls no operation. */
interface TaskSpeech {
  /** If it is a text, the reply that it can be. */
  text?: string;
  fields: QuestionFields;
  idempotencyKey: string;
}

/** Longer than any name of a reply: longer texts are read no further. */
const longestReply = 200;

/**
 * The answer of a message to a task; several questions if it does not say which it answers; undefined if it is no answer. A text is one
 * only if it is nothing but the id or a name of a reply: everything else is said to the space.
 */
export async function answerIn(
  message: A2aMessage,
  idempotencyKey: string,
  reference: TaskReference,
  call: A2aCall,
): Promise<TaskAnswer | PosedQuestion[] | undefined> {
  const said = saidBy(message, idempotencyKey);
  if (!said) return undefined;
  const asked = await questionsTo(reference, call);
  // Sent again, it must not answer another question.
  const repeated = await repeatedBy(said, asked, reference, call);
  if (repeated) return repeated;
  const waiting = asked.filter(({ question }) => question.isWaiting);
  return said.text === undefined ? answerOfData(said, waiting, reference) : answerOfText(said, waiting, reference, call);
}

function saidBy({ parts: [part, ...more], metadata }: A2aMessage, idempotencyKey: string): TaskSpeech | undefined {
  if (!part || more.length > 0) return undefined;
  const { text, data } = part;
  if (typeof text === 'string') {
    const fields = Object.fromEntries(Object.entries(metadata ?? {}).filter(([, value]) => value !== null));
    return text.length > longestReply ? undefined : { text, fields, idempotencyKey };
  }
  const isAnswer =
    typeof data === 'object' && data !== null && !('operation' in data) && kinds.some(({ reply }) => reply in data);
  return isAnswer ? { fields: data as QuestionFields, idempotencyKey } : undefined;
}

/** The answer that an earlier try of the message gave. */
async function repeatedBy(
  said: TaskSpeech,
  all: readonly PosedQuestion[],
  reference: TaskReference,
  call: A2aCall,
): Promise<TaskAnswer | undefined> {
  const { pipeline } = call.service;
  const { credential } = call.metadata;
  const possible = all.filter((asked) => !asked.question.isWaiting && isFor(asked, said));
  for (const asked of possible) {
    const answer = answerTo(asked, said, reference);
    if (await pipeline.isRepeated(answer.name, answer.input, { credential, idempotencyKey: said.idempotencyKey })) return answer;
  }
  return undefined;
}

async function answerOfText(said: TaskSpeech, waiting: readonly PosedQuestion[], reference: TaskReference, call: A2aCall) {
  const possible = waiting.filter((asked) => isFor(asked, said));
  if (possible.length === 0) return undefined;
  const { replyTo, ...fields } = said.fields;
  const repliedTo = replyTo === undefined ? {} : await questionIn(replyTo, reference, call);
  // A reply to a message that asks nothing.
  if (!repliedTo) return undefined;
  const meant = namedBy({ ...fields, ...repliedTo }, possible).filter(({ kind }) => takes(kind, fields, call));
  if (meant.length > 1) return meant;
  return meant[0] && answerTo(meant[0], said, reference);
}

/** Whether metadata can belong to an answer: those of what is said to the space do not. */
function takes({ answer }: QuestionForModels, fields: QuestionFields, { service }: A2aCall): boolean {
  const { shape } = service.contract[answer as OperationName].input;
  return Object.keys(fields).every((field) => Object.hasOwn(shape, field));
}

function answerOfData(
  said: TaskSpeech,
  waiting: readonly PosedQuestion[],
  reference: TaskReference,
): TaskAnswer | PosedQuestion[] {
  const named = namedBy(said.fields, waiting);
  const meant = named.length > 1 ? named.filter((asked) => isFor(asked, said)) : named;
  if (meant.length === 1) return answerTo(meant[0]!, said, reference);
  if (named.length > 1) return named;
  const kind = kinds.find(({ field }) => said.fields[field] !== undefined);
  // Its refusal says how it ended, or who is asked.
  if (kind) return { kind, name: kind.answer as OperationName, input: { ...said.fields, spaceId: reference.spaceId } };
  throw new ServiceError('invalid_request', 'Nothing waits for your answer. Data that is no answer is { operation, input }');
}

function answerTo({ kind, question }: PosedQuestion, said: TaskSpeech, { spaceId }: TaskReference): TaskAnswer {
  const { replyTo: _, ...fields } = said.fields;
  const [reply, ...others] = repliesIn({ kind, question }, said);
  return {
    kind,
    name: kind.answer as OperationName,
    input: { ...fields, ...(reply && others.length === 0 && { [kind.reply]: reply.id }), spaceId, [kind.field]: question.id },
    asked: { kind, question },
  };
}

/** The replies to a question that are meant: one, or it is no reply. The start of an id could be a word of a conversation. */
function repliesIn({ kind, question }: PosedQuestion, { text, fields }: TaskSpeech) {
  const given = text ?? fields[kind.reply];
  return typeof given === 'string'
    ? matching(question.replies, given, ({ id, names }) => ({ id: '', names: [id, ...names] }))
    : [];
}

const isFor = (asked: PosedQuestion, said: TaskSpeech): boolean => repliesIn(asked, said).length === 1;

/** Those that a message names by their id; all if it names none. */
const namedBy = (fields: QuestionFields, all: readonly PosedQuestion[]): PosedQuestion[] =>
  all.filter(({ kind, question }) => fields[kind.field] === undefined || fields[kind.field] === question.id);

/** The id of the question that a message with an open delivery to the participant asks, in its field. */
async function questionIn(messageId: unknown, { spaceId }: TaskReference, call: A2aCall): Promise<QuestionFields | undefined> {
  const { deliveries } = await lookUp('listDeliveries', { spaceId, limit: 1_000 }, call);
  const found = deliveries.find((each) => each.messageId === messageId && each.expects === 'answer');
  if (!found) return undefined;
  const { messages } = await lookUp('listMessages', { spaceId, after: found.sequence - 1, limit: 1 }, call);
  const message: QuestionFields = messages[0] ?? {};
  const kind = kinds.find(({ field }) => message[field] !== undefined);
  return kind && { [kind.field]: message[kind.field] };
}

/** Whether the participant can answer in another way. */
export const isAvoidable = (error: unknown, { kind }: TaskAnswer): error is ServiceError =>
  error instanceof ServiceError && kind.avoidable.includes(error.code);

/** More are not shown at once. */
const mostAgain = 5;

/** The task, which still requires input: what is wrong, and what can be answered. */
export async function askedAgain(
  why: string,
  { message, asked, task }: { message: A2aMessage; asked: readonly PosedQuestion[]; task: Task },
  reference: TaskReference,
  call: A2aCall,
): Promise<Task> {
  const shown = asked.slice(0, mostAgain).map(({ kind, question }) => questionWith(question.id, kind, reference, call));
  const questions = (await Promise.all(shown)).flatMap((each) => each ?? []);
  const again: Message = {
    messageId: `${message.messageId}.again`,
    contextId: reference.spaceId,
    taskId: taskIdOf(reference),
    role: 'ROLE_AGENT',
    parts: [{ text: why, mediaType: 'text/plain' }, ...questions.flatMap((each) => partsOf(each, reference, call.service.mint))],
  };
  return { ...task, status: { ...task.status, state: 'TASK_STATE_INPUT_REQUIRED', message: again } };
}
