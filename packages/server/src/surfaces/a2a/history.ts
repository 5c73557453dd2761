import { correction } from '@parley/core';
import type { Glimpse } from '../../engine/stream/log.ts';
import type { Message, TaskReference } from '../../a2a-protocol/protocol.ts';
import { readable } from '../../resources/readable.ts';
import { eventJson } from '../../resources/views.ts';
import type { A2aCall } from './call.ts';
import { imagePart, spoken, type MessageView } from './messages.ts';

const mostHistory = 100;

/** The latest messages, with their newest texts, without those that were redacted; fewer if they exceed what one answer can contain. */
export async function latest(reference: TaskReference, length: number, call: A2aCall): Promise<Message[]> {
  const { spaceId } = reference;
  const { pipeline, mint } = call.service;
  const found = await pipeline.newestMessages(spaceId, Math.min(length, mostHistory), call.metadata);
  const views = found.map((glimpse) =>
    'message' in glimpse
      ? { ...readable(glimpse.message), bytes: undefined }
      : { ...viewOf(glimpse, spaceId), bytes: glimpse.size },
  );
  return correction
    .withoutReplaced(views)
    .filter(({ redacted }) => !redacted)
    .map(({ bytes, ...view }) => {
      const message = spoken(view, reference, mint);
      return bytes === undefined ? message : { ...message, parts: [imagePart(view.content, { bytes })] };
    });
}

/** The view of an image of which only the beginning was read: only images are that long. */
function viewOf(glimpse: Exclude<Glimpse, { message: unknown }>, spaceId: string): MessageView {
  const { sequence, at, beginning } = glimpse;
  // Quotes inside a text are escaped, so only the field can match.
  const start = beginning.indexOf(contentField) + contentField.length;
  const [mediaType] = /^[\w:/+.-]*/.exec(beginning.slice(start, start + 150))!;
  const body = `${beginning.slice(0, start)}${mediaType}","type":"image"}`;
  return JSON.parse(eventJson({ spaceId, event: 'message', sequence, at, body }, '')) as MessageView;
}

const contentField = ',"content":"';
