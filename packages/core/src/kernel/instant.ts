import { z } from 'zod';

const rfc3339 = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}):(\d{2})(\.\d+)?(?:[Zz]|([+\- ])(\d{2}):?(\d{2}))$/;

/**
 * Parses an RFC 3339 date-time into milliseconds since 1970. Accepts a space for the plus sign, because query strings decode `+` to
 * a space, and an offset without a colon, which some generated clients print. A leap second is the start of the next second.
 */
function parseInstant(text: string): number {
  const [, day = '', minute, second, fraction = '', sign, hours, minutes] = rfc3339.exec(text) ?? [];
  const isLeap = second === '60';
  const time = isLeap ? `${minute}:59` : `${minute}:${second}${fraction}`;
  const offset = hours === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes}`;
  const at = Date.parse(`${day}T${time}${offset}`) + (isLeap ? 1000 : 0);
  // JavaScript reads 30 February as 2 March.
  const exists = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
  return exists ? at : Number.NaN;
}

/** RFC 3339 has no years outside 0000 to 9999, so such an instant could not be a cursor. */
const firstInstant = Date.parse('0000-01-01T00:00:00.000Z');

const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

export const instant = z
  .string()
  .meta({ format: 'date-time' })
  .transform((text, context) => {
    const at = parseInstant(text);
    if (!(at >= firstInstant && at <= lastInstant))
      context.addIssue('must be an RFC 3339 date-time with an offset, such as 2026-01-31T12:00:00Z');
    return at;
  });

/** Instants inside the service are whole milliseconds since 1970. */
export type Instant = number;
