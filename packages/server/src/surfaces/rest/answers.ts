import type { Answers, OutputOf } from '@parley/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unified } from '../../resources/artifacts/diff/hunks.ts';
import type { FairSemaphore } from '../../engine/stream/fair-semaphore.ts';
import type { Download } from '../../engine/present/download.ts';
import { Json, Pieces } from '../../engine/present/json.ts';
import type { StoredDownload } from '../../resources/files/stored-download.ts';
import { inTurns } from '../limits/answers.ts';
import { asStream, wantsStream } from '../sse/ask-stream.ts';
import { hasTag } from '../wire/tags.ts';
import { attachment } from './attachment.ts';
import { tagOfAnswer, tagOfVersion } from './conditions.ts';
import { sendFile } from './stored-file.ts';

/** An answer, and the request that it goes to. */
interface Sending {
  readonly answer: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly semaphore: FairSemaphore;
  /** The answer in Markdown, where the operation has that form. */
  readonly asMarkdown?: ((answer: unknown) => string) | undefined;
}

type Encoder = (sending: Sending) => FastifyReply | Promise<FastifyReply>;

/** How each form of answers is sent over HTTP. */
export const encoders = {
  json,
  taggedJson(sending: Sending) {
    const { answer, request, reply } = sending;
    const { version } = answer as OutputOf<'getArtifact'>;
    const encoded = answer instanceof Json ? answer : new Json(JSON.stringify(answer));
    return hasTag(request, reply, tagOfAnswer(version, encoded.text)) ? unchanged(reply) : json({ ...sending, answer: encoded });
  },
  jsonOrText: (sending: Sending) =>
    typeof sending.answer === 'string' ? typed(sending.reply, 'text/plain').send(sending.answer) : json(sending),
  jsonOrMarkdown: (sending: Sending) =>
    wants(sending.request, 'text/markdown')
      ? typed(sending.reply, 'text/markdown').send(sending.asMarkdown!(sending.answer))
      : json(sending),
  jsonOrDiff: (sending: Sending) =>
    wants(sending.request, 'text/x-diff')
      ? typed(sending.reply, 'text/x-diff').send(unified(sending.answer as OutputOf<'diffArtifact'>))
      : json(sending),
  jsonOrEvents: (sending: Sending) =>
    wantsStream(sending.request)
      ? typed(sending.reply, 'text/event-stream').send(asStream(sending.answer as OutputOf<'ask'>))
      : json(sending),
  text({ answer, request, reply }: Sending) {
    const { fileName, content, version } = answer as OutputOf<'downloadArtifact'>;
    if (hasTag(request, reply, tagOfVersion(version))) return unchanged(reply);
    return typed(reply, 'text/markdown').header('content-disposition', attachment(fileName)).send(content);
  },
  file({ answer, request, reply, semaphore }: Sending) {
    const file = answer as Download;
    const { raw } = reply;
    raw.once('close', file.release);
    if (raw.destroyed) file.release();
    return reply
      .header('content-type', file.mediaType)
      .header('content-disposition', attachment(file.fileName))
      .send(inTurns(file, request.address, semaphore));
  },
  bytes: ({ answer, request, reply, semaphore }: Sending) => sendFile(answer as StoredDownload, request, reply, semaphore, true),
  bytesOnce: ({ answer, request, reply, semaphore }: Sending) =>
    sendFile(answer as StoredDownload, request, reply, semaphore, false),
} satisfies Record<Exclude<Answers, 'events'>, Encoder>;

/** Larger answers are streamed while they are read. */
const sentWhole = 256 * 1024;

function json({ answer, request, reply, semaphore }: Sending): FastifyReply | Promise<FastifyReply> {
  if (answer instanceof Pieces) return pieces(answer, request, reply, semaphore);
  if (answer === undefined) return reply.send();
  reply.header('content-type', 'application/json; charset=utf-8');
  // What is JSON already is not encoded again.
  const body = answer instanceof Json ? answer.body : JSON.stringify(answer);
  if (typeof body !== 'string') reply.header('content-length', body.bytes);
  return reply.send(body);
}

async function pieces(answer: Pieces<unknown>, { address }: FastifyRequest, reply: FastifyReply, semaphore: FairSemaphore) {
  typed(reply, 'application/json');
  return reply.send(answer.bytes > sentWhole ? inTurns(answer, address, semaphore) : (await answer.whole()).text);
}

const typed = (reply: FastifyReply, type: string): FastifyReply => reply.header('content-type', `${type}; charset=utf-8`);

const unchanged = (reply: FastifyReply): FastifyReply => reply.code(304).send();

/** Whether the client prefers a text to JSON. */
const wants = ({ headers: { accept = '' } }: FastifyRequest, type: string): boolean => accept.toLowerCase().includes(type);
