import { z } from 'zod';

const rfc3339 = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}):(\d{2})(\.\d+)?(?:[Zz]|([+\- ])(\d{2}):?(\d{2}))$/;

/**
 * Milliseconds since 1970 of an RFC 3339 date-time. A plus that a query string turned into a space is still a plus; an offset may
 * lack its colon, as some generated clients print it. A leap second is the start of the next second.
 */
function parseInstant(text: string): number {
  const [, day = '', minute, second, fraction = '', sign, hours, minutes] = rfc3339.exec(text) ?? [];
  const isLeap = second === '60';
  const time = isLeap ? `${minute}:59` : `${minute}:${second}${fraction}`;
  const offset = hours === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes}`;
  const at = Date.parse(`${day}T${time}${offset}`) + (isLeap ? 1000 : 0);
  // JavaScript takes 30 February for 2 March.
  const exists = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
  return exists ? at : Number.NaN;
}

/** What lies outside the years 0000 to 9999 cannot be printed as RFC 3339, so it could not be a cursor. */
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
