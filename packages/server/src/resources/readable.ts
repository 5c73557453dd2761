import { correction, type Facts, type MessageView } from '@parley/core';
import type { LoggedEvent } from '../engine/stream/logged.ts';

/** A message with its newest text, at its first place. */
export function readable({ json, body }: Pick<LoggedEvent, 'json' | 'body'>): MessageView {
  const view = JSON.parse(json) as MessageView;
  if (view.replacedBy === undefined) return view;
  const { content, type, attachments } = correction.corrected(JSON.parse(body) as Facts['message']);
  return { ...view, content, type, ...(attachments && { attachments: [...attachments] }) };
}

/** The same as JSON, which most messages have already. */
export const readableJson = (event: Pick<LoggedEvent, 'json' | 'body'>): string =>
  event.body.includes(correction.correctionNotes) ? JSON.stringify(readable(event)) : event.json;
