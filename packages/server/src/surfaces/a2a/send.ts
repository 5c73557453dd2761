import { accessOf, pathParameters, ServiceError, formOf, type Caller, type OperationName } from '@parley/core';
import { credentialOf, fingerprint } from '../../engine/keys/keys.ts';
import type { Artifact, SentPart, Task } from '../../a2a-protocol/protocol.ts';
import { answerIn, askedAgain, isAvoidable } from './answering.ts';
import { withMetadata, operationNamed, perform, type A2aCall } from './call.ts';
import { ofTask } from './messages.ts';
import type { PosedQuestion } from './questions.ts';
import { A2aRefusal, noSuchTask } from './refusal.ts';
import { parameters, shapes, type A2aMessage } from './requests.ts';
import { readTaskId } from './task-id.ts';
import { membership } from './tasks.ts';

type MessageFields = Record<string, unknown>;

interface Wanted {
  name: OperationName;
  input: MessageFields;
  idempotencyKey: string | undefined;
}

/** The result of a message, and the same call with the key that the message created, if any. */
export interface SendOutcome {
  sent: SentPart;
  call: A2aCall;
}

/** Performs what a message asks for: text is sent to the space, data calls an operation, and either can answer what the task asks. */
export async function send(message: A2aMessage, call: A2aCall): Promise<SendOutcome> {
  const spaceId = await spaceOf(message, call);
  const reference = message.taskId ? readTaskId(message.taskId) : undefined;
  const idempotencyKey = idempotencyKeyOf(message, call);
  const answer = reference && (await answerIn(message, idempotencyKey, reference, call));
  if (!answer) return performed(message, wantedBy(message, spaceId, call), call);
  const again = async (why: string, asked: readonly PosedQuestion[]): Promise<SendOutcome> => {
    const task = (await membership(reference, call))!;
    return { sent: { task: await askedAgain(why, { message, asked, task }, reference, call) }, call };
  };
  if (Array.isArray(answer))
    return again(`Several wait for your answer: send data that names one by ${answer[0]!.kind.field}`, answer);
  try {
    return await performed(message, { ...answer, idempotencyKey }, call);
  } catch (error) {
    if (!answer.asked || !isAvoidable(error, answer)) throw error;
    return again(error.message, [answer.asked]);
  }
}

async function performed(message: A2aMessage, { name, input, idempotencyKey }: Wanted, call: A2aCall): Promise<SendOutcome> {
  const isText = name === 'sendMessage' && !dataIn(message);
  const given = withMetadata(call, {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(isText && { prefersMinimal: true }),
  });
  const answer = dataOf(await perform(name, input as never, given));
  const artifact: Artifact = { artifactId: message.messageId, name, parts: [{ data: answer }] };
  const own = giving[name]?.(answer, input);
  const mine = own?.key === undefined ? call : withMetadata(call, { credential: credentialOf(own.key) });
  const place = own ?? (takesKey(name, call) ? { spaceId: String(input['spaceId']) } : undefined);
  const task = place && (await membership(place, mine));
  if (task) {
    const status = name === 'sendMessage' && isRefused(answer) ? refused(message, task) : task.status;
    return { sent: { task: { ...task, status, artifacts: [...(task.artifacts ?? []), artifact] } }, call: mine };
  }
  const told = { messageId: `${message.messageId}.answer`, role: 'ROLE_AGENT' as const, parts: artifact.parts };
  return { sent: { message: { ...told, metadata: { operation: name } } }, call };
}

/** Whether nobody to whom a message is directed accepts it. */
function isRefused({ deliveries }: MessageFields): boolean {
  const receipts = Array.isArray(deliveries) ? (deliveries as MessageFields[]) : [];
  return receipts.length > 0 && receipts.every(({ outcome }) => outcome === 'refused');
}

/** It says what became of the message: the membership goes on. */
const refused = ({ messageId }: A2aMessage, { id, status }: Task): Task['status'] => ({
  ...status,
  state: 'TASK_STATE_REJECTED',
  message: {
    ...ofTask(`${messageId}.refused`, readTaskId(id)),
    role: 'ROLE_AGENT',
    parts: [{ text: 'Nobody to whom you directed the message accepts messages from you', mediaType: 'text/plain' }],
  },
});

/** A data part holds an object; a list, or no answer, is its `value`. */
const dataOf = (answer: unknown): MessageFields =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? (answer as MessageFields) : { value: answer ?? null };

/** The space that a message names by its context or its task. A task of another participant is refused before anything happens. */
export async function spaceOf({ contextId, taskId }: A2aMessage, call: A2aCall): Promise<string | undefined> {
  if (!taskId) return contextId?.toLowerCase() || undefined;
  const { spaceId, participantId } = readTaskId(taskId);
  if (contextId && contextId.toLowerCase() !== spaceId) throw invalid('contextId is not that of the task in taskId');
  const holder = await holderIn(spaceId, call);
  if (holder?.kind === 'participant' && holder.participant.participantId !== participantId) throw noSuchTask();
  return spaceId;
}

/** Undefined for a key that its holder replaced: it performs nothing, but a retry of the replacement gets its answer. */
async function holderIn(spaceId: string, { service, metadata }: A2aCall): Promise<Caller | undefined> {
  try {
    return (await service.pipeline.holderOf(spaceId, metadata)).holder;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'key_revoked') return undefined;
    throw error;
  }
}

function wantedBy(message: A2aMessage, spaceId: string | undefined, call: A2aCall): Wanted {
  const data = dataIn(message);
  return data ? operationIn(data.data, spaceId, call) : textIn(message, spaceId, call);
}

/** A message has either text parts or one data part. */
function dataIn({ parts }: A2aMessage): A2aMessage['parts'][number] | undefined {
  const [data, ...more] = parts.filter((part) => part.data !== undefined && part.data !== null);
  if (data && (more.length > 0 || parts.length > 1)) throw invalid('A message has either text parts or one data part');
  return data;
}

function operationIn(data: unknown, spaceId: string | undefined, call: A2aCall): Wanted {
  const { operation, input, idempotencyKey } = parameters(shapes.operation, data);
  const name = operationNamed(operation);
  if (formOf(call.service.contract[name]).kind === 'events') {
    throw new A2aRefusal('UNSUPPORTED_OPERATION', `${name} is not called by a message: subscribe to the task instead`);
  }
  if (formOf(call.service.contract[name]).kind === 'file') {
    throw new A2aRefusal('UNSUPPORTED_OPERATION', `${name} answers with a file: download it over REST`);
  }
  const named = input['spaceId'];
  if (spaceId !== undefined && named !== undefined && String(named).toLowerCase() !== spaceId) {
    throw invalid('input.spaceId is not the contextId of the message');
  }
  const isPlaced = isOfSpace(name, call) && spaceId !== undefined;
  return { name, input: isPlaced ? { ...input, spaceId } : input, idempotencyKey };
}

/** The metadata of a text message are the other fields of `sendMessage`. Its messageId makes a repetition harmless. */
function textIn(message: A2aMessage, spaceId: string | undefined, call: A2aCall): Wanted {
  const { parts, metadata } = message;
  const texts = parts.map(({ text }) => {
    if (typeof text === 'string') return text;
    throw new A2aRefusal(
      'CONTENT_TYPE_NOT_SUPPORTED',
      'A part is text, or data with { operation, input }; files are not accepted',
    );
  });
  if (spaceId === undefined) {
    const example = '{"operation":"createSpace","input":{"name":"…","description":"…"}}';
    throw invalid(`A text message needs contextId, the id of a space. A data part such as ${example} creates one`);
  }
  const fields = Object.entries(metadata ?? {}).filter(([, value]) => value !== null);
  const content = texts.join('\n\n');
  return {
    name: 'sendMessage',
    input: { ...Object.fromEntries(fields), spaceId, content },
    idempotencyKey: idempotencyKeyOf(message, call),
  };
}

const idempotencyKeyOf = ({ messageId }: A2aMessage, { metadata }: A2aCall): string =>
  metadata.idempotencyKey ?? fingerprint(`a2a\n${messageId}`);

const isOfSpace = (name: OperationName, { service }: A2aCall): boolean =>
  pathParameters(service.contract[name].path).includes('spaceId');

const takesKey = (name: OperationName, { service }: A2aCall): boolean =>
  accessOf[service.contract[name].auth].takes.includes('spaceKey');

interface Own {
  spaceId: string;
  /** Undefined: whoever holds the key. */
  participantId?: string | undefined;
  key: string | undefined;
}

/** The operations that give their caller a key of its own, and what their answers say about it. */
const giving: Partial<Record<OperationName, (answer: MessageFields, input: MessageFields) => Own>> = {
  createSpace: ({ spaceId, ownerId, ownerPrivateKey }) => own(spaceId, ownerId, ownerPrivateKey),
  joinSpace: ({ participantId, participantPrivateKey }, { spaceId }) => own(spaceId, participantId, participantPrivateKey),
  rotateKey: ({ privateKey }, { spaceId }) => own(spaceId, undefined, privateKey),
};

const own = (spaceId: unknown, participantId: unknown, key: unknown): Own => ({
  spaceId: String(spaceId),
  participantId: participantId === undefined ? undefined : String(participantId),
  key: typeof key === 'string' ? key : undefined,
});

const invalid = (message: string): ServiceError => new ServiceError('invalid_request', message);
