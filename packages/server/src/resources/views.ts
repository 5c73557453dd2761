import { correction, speakerIn, type EventBody, type FactName, type Facts } from '@parley/core';
import { dateTime } from '../engine/present/time.ts';
import type { EventView, Logged, ViewContext, StreamViews } from '../engine/stream/views.ts';
import { eventViews } from './index.ts';
import { contextEvent, hasSameContext } from './spaces/present.ts';

/** The facts whose fields differ from those of their events. */
type Different = {
  [Name in FactName]: [Facts[Name], Omit<EventBody<Name>, 'sequence'>] extends [Omit<EventBody<Name>, 'sequence'>, Facts[Name]]
    ? never
    : Name;
}[FactName];

const views: { [Name in Exclude<Different, 'message'>]: EventView<Name> } = eventViews;

/** The view of an event as JSON, the same for everyone who can see it. */
export function eventJson({ spaceId, event, sequence, at, body }: Logged, publicUrl: string): string {
  // The fact of a message has the fields of its view, so the most frequent event needs no parsing.
  if (event === 'message') return `${attributed(body)},"timestamp":"${dateTime(at)}","sequence":${sequence}}`;
  const fact = JSON.parse(body) as object;
  const view = (views as Partial<Record<FactName, (fact: object, place: ViewContext) => object>>)[event];
  return JSON.stringify({ sequence, ...(view ? view(fact, { spaceId, publicUrl }) : fact) });
}

/** The fact of a message without what it notes for itself, and its last brace. In JSON, a quote inside a text is escaped, so only a field can match. */
function attributed(body: string): string {
  const notes = body.indexOf(correction.correctionNotes);
  const open = body.slice(0, notes < 0 ? -1 : notes);
  if (body.includes('"speaker":')) return open;
  return `${open},"speaker":"${speakerIn({ isOwner: body.includes('"isOwner":true') })}"`;
}

/** What streams show. The address of the server is known once it listens. */
export const streamViews = (server: { readonly publicUrl: string }): StreamViews => ({
  event: (logged) => eventJson(logged, server.publicUrl),
  context: (scene, presence, isExact) => contextEvent(scene, presence, server, isExact),
  hasSameContext,
});
