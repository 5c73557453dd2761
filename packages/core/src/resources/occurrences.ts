import type { EventType } from '../kernel/event-type.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Viewer } from '../kernel/resource.ts';
import { part } from './index.ts';

/** What programs outside can subscribe to, by name. */
export const eventTypes: Readonly<Record<string, EventType>> = part('eventTypes');

type References = Readonly<Record<string, unknown>>;

/** An event as a stream tells it. */
interface ToldEvent {
  readonly spaceId: string;
  readonly sequence: number;
  readonly at: Instant;
  readonly event: string;
  /** Its body, as JSON. */
  readonly json: string;
}

/** What a subscriber wants to be told. */
export interface Wanted {
  /** The name of the type. */
  readonly name: string;
  readonly type: EventType;
  /** The value that the filter of the type must have. */
  readonly only?: string | undefined;
}

/** An event as a subscriber gets it. */
export interface Occurrence {
  /** The space and the sequence: the same however often and in whatever way it is delivered. */
  readonly eventId: string;
  readonly name: string;
  readonly timestamp: string;
  readonly data: References;
}

/** What a subscriber is told of an event that it can see; undefined if it is not told of it. */
export function occurrenceOf(wanted: Wanted, viewer: Pick<Viewer, 'participantId'>, told: ToldEvent): Occurrence | undefined {
  const about = referencesIn(wanted, viewer, told);
  if (!about) return undefined;
  const { spaceId, sequence, at } = told;
  return {
    eventId: `${spaceId}-${sequence}`,
    name: wanted.name,
    timestamp: new Date(at).toISOString(),
    data: { spaceId, sequence, ...about },
  };
}

function referencesIn(
  { type, only }: Wanted,
  { participantId }: Pick<Viewer, 'participantId'>,
  told: ToldEvent,
): References | undefined {
  const { event, when = {}, to, by, data, filter } = type;
  if (told.event !== event) return undefined;
  const body = JSON.parse(told.json) as References;
  const has = (values: NonNullable<EventType['when']>) =>
    Object.entries(values).every(([field, allowed]) => allowed.includes(String(valueAt(body, field))));
  if (!has(when)) return undefined;
  if (to !== undefined && valueAt(body, to) !== participantId) return undefined;
  if (by && valueAt(body, by.field) === participantId && !(by.unless && has(by.unless))) return undefined;
  const fields = Object.entries(data).map(([name, field]) => [name, valueAt(body, field)] as const);
  const about: References = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  return only === undefined || about[filter!] === only ? about : undefined;
}

const valueAt = (body: References, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as References | undefined)?.[name], body);
