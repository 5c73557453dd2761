import type { EventBody, FactName, Facts, Instant } from '@parley/core';
import { artifactSummary } from './artifact.ts';
import { participantView } from './participant.ts';
import { dateTime } from './time.ts';

/** A fact as the log of a space stores it. */
export interface Logged {
  readonly spaceId: string;
  readonly event: FactName;
  readonly sequence: number;
  readonly at: Instant;
  /** The fact as JSON. */
  readonly body: string;
}

/** The view of an event as JSON, the same for everyone who can see it. */
export function eventJson({ spaceId, event, sequence, at, body }: Logged, publicUrl: string): string {
  // The fact of a message has the fields of its view, so the most frequent event needs no parsing.
  if (event === 'message') return `${body.slice(0, -1)},"timestamp":"${dateTime(at)}","sequence":${sequence}}`;
  const view = views[event] as (fact: unknown, place: Place) => object;
  return JSON.stringify({ sequence, ...view(JSON.parse(body), { spaceId, publicUrl }) });
}

interface Place {
  readonly spaceId: string;
  readonly publicUrl: string;
}

type Views = {
  [Name in Exclude<FactName, 'message'>]: (fact: Facts[Name], place: Place) => Omit<EventBody<Name>, 'sequence'>;
};

const views: Views = {
  'participant-status': ({ status, previousStatus, actorId, ...participant }, { publicUrl }) => ({
    participant: participantView({ ...participant, status }, publicUrl),
    status,
    ...(previousStatus && { previousStatus }),
    actorId,
  }),
  delivery: (body) => body,
  artifact: ({ action, lock, actorId, ...artifact }) => ({ action, artifact: artifactSummary(artifact, lock), actorId }),
  'space-closed': ({ reason, at }, { spaceId }) => ({ spaceId, reason, closedAt: dateTime(at) }),
};
