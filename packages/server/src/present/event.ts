import { speakerIn, type EventBody, type FactName, type Facts, type Instant } from '@parley/core';
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
  if (event === 'message') return `${attributed(body)},"timestamp":"${dateTime(at)}","sequence":${sequence}}`;
  const fact = JSON.parse(body) as object;
  const view = (views as Partial<Record<FactName, (fact: object, place: Place) => object>>)[event];
  return JSON.stringify({ sequence, ...(view ? view(fact, { spaceId, publicUrl }) : fact) });
}

/** The fact of a message without its last brace. In JSON, a quote inside a text is escaped, so only a field can match. */
function attributed(body: string): string {
  const open = body.slice(0, -1);
  if (body.includes('"speaker":')) return open;
  return `${open},"speaker":"${speakerIn({ isOwner: body.includes('"isOwner":true') })}"`;
}

interface Place {
  readonly spaceId: string;
  readonly publicUrl: string;
}

type View<Name extends FactName> = Omit<EventBody<Name>, 'sequence'>;

/** The facts whose fields differ from those of their views. */
type Different = {
  [Name in FactName]: [Facts[Name], View<Name>] extends [View<Name>, Facts[Name]] ? never : Name;
}[FactName];

type Views = { [Name in Exclude<Different, 'message'>]: (fact: Facts[Name], place: Place) => View<Name> };

const views: Views = {
  'participant-status': ({ status, previousStatus, actorId, ...participant }, { publicUrl }) => ({
    participant: participantView({ ...participant, status, speaker: speakerIn(participant) }, publicUrl),
    status,
    ...(previousStatus && { previousStatus }),
    actorId,
  }),
  artifact: ({ action, lock, actorId, sha256, via, authorId, ...artifact }) => ({
    action,
    artifact: artifactSummary(artifact, lock),
    ...(sha256 && { sha256, via, authorId }),
    actorId,
  }),
  task: ({ leaseExpiresAt, ...task }) => ({
    ...task,
    ...(leaseExpiresAt !== undefined && { leaseExpiresAt: dateTime(leaseExpiresAt) }),
  }),
  'space-closed': ({ reason, at }, { spaceId }) => ({ spaceId, reason, closedAt: dateTime(at) }),
};
