import {
  declared,
  enclose,
  type OperationName,
  type Question,
  type QuestionForModels,
  type ResourceForModels,
} from '@parley/core';
import type { Mint } from '../../engine/keys/keys.ts';
import type { Message, Part, TaskReference } from '../../a2a-protocol/protocol.ts';
import { lookUp, type A2aCall } from './call.ts';
import { spoken, type MessageView } from './messages.ts';

/** Fields of an answer, or of what is read of a question. */
export type QuestionFields = Record<string, unknown>;

/** A question to a participant, and what it is about. */
export interface PosedQuestion {
  kind: QuestionForModels;
  question: Question;
}

const all: readonly ResourceForModels[] = declared('forModels');

/** What resources ask participants. */
export const kinds: readonly QuestionForModels[] = all.flatMap(({ question }) => question ?? []);

/** The question that a message asks a participant; undefined if it asks none, or none that still waits for an answer. */
async function askedBy(view: MessageView, reference: TaskReference, call: A2aCall): Promise<PosedQuestion | undefined> {
  const named: QuestionFields = view;
  const kind = view.expects === 'answer' ? kinds.find(({ field }) => named[field] !== undefined) : undefined;
  return kind && questionWith(String(named[kind.field]), kind, reference, call);
}

/** A question with all that it says, if it still waits. */
export async function questionWith(
  id: string,
  kind: QuestionForModels,
  { spaceId, participantId }: TaskReference,
  call: A2aCall,
): Promise<PosedQuestion | undefined> {
  const view = (await lookUp(kind.read as OperationName, { spaceId, [kind.field]: id }, call)) as QuestionFields;
  const question = kind.askedOf(view, participantId);
  return question?.isWaiting ? { kind, question } : undefined;
}

/** The questions that a participant was asked, without what lists leave out: all that wait for an answer, and the newest of the others. */
export async function questionsTo(reference: TaskReference, call: A2aCall): Promise<PosedQuestion[]> {
  const lists = kinds.map(async (kind) => {
    const newest = await listed('all', kind, reference, call);
    const open = newest.hasMore ? await listed('open', kind, reference, call) : { asked: [] };
    const known = new Set(newest.asked.map(({ question }) => question.id));
    return [...newest.asked, ...open.asked.filter(({ question }) => !known.has(question.id))];
  });
  return (await Promise.all(lists)).flat();
}

async function listed(
  which: 'open' | 'all',
  kind: QuestionForModels,
  { spaceId, participantId }: TaskReference,
  call: A2aCall,
): Promise<{ asked: PosedQuestion[]; hasMore: boolean }> {
  const { operation, field, [which]: input } = kind.list;
  const page = (await lookUp(operation as OperationName, { ...input, spaceId }, call)) as QuestionFields;
  const asked = (page[field] as QuestionFields[]).flatMap((view) => {
    const question = kind.askedOf(view, participantId);
    return question ? { kind, question } : [];
  });
  return { asked, hasMore: page['hasMore'] === true };
}

/** A question as text and as data, and how to answer it. What another participant wrote is enclosed. */
export function partsOf(
  { kind: { reply }, question: { id, authorId, text, data, example } }: PosedQuestion,
  { spaceId, participantId }: TaskReference,
  mint: Pick<Mint, 'boundary'>,
): Part[] {
  const shown =
    authorId === participantId ? text : enclose(text, { spaceId, senderId: authorId }, mint.boundary(id, participantId));
  const how = `To answer, send a message to this task: the ${reply}, or a data part such as ${JSON.stringify(example)}.`;
  return [{ text: shown, mediaType: 'text/plain' }, { data }, { text: how, mediaType: 'text/plain' }];
}

/** A message with the question that it asks, as `askedBy` finds it. */
export async function asking(view: MessageView, reference: TaskReference, call: A2aCall): Promise<Message | undefined> {
  const asked = await askedBy(view, reference, call);
  if (!asked) return undefined;
  const { mint } = call.service;
  const message = spoken(view, reference, mint);
  return { ...message, parts: [...message.parts, ...partsOf(asked, reference, mint)] };
}
