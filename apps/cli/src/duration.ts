import { InvalidArgumentError } from 'commander';
import { secondsOf } from './in-words.ts';

/** Reads `90s`, `30m`, `2h` or `7d` as seconds. A number alone could be meant as hours. */
export function duration(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([smhd])?$/.exec(text.trim()) ?? [];
  if (number === undefined) throw new InvalidArgumentError('Give a time such as 90s, 30m, 2h or 7d.');
  if (unit === undefined)
    throw new InvalidArgumentError(`A time needs a unit: ${number}s, ${number}m, ${number}h or ${number}d.`);
  return Math.round(Number(number) * secondsOf[unit]!);
}

/** Reads a date-time, or how long ago. */
export function instant(text: string): Date {
  if (/^\d+(?:\.\d+)?[smhd]?$/.test(text)) return new Date(Date.now() - duration(text) * 1000);
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('Give a time such as 10m or 2026-01-31T12:00:00Z.');
  return date;
}

export function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

/** Reads a value and refuses it outside these bounds, which `words` describes. */
export const within =
  (least: number, most: number, read: (text: string) => number, words: string) =>
  (text: string): number => {
    const value = read(text);
    if (value < least || value > most) throw new InvalidArgumentError(`Give ${words}.`);
    return value;
  };

/** How long a lease lasts, in seconds. */
export const leaseTime = within(10, 3_600, duration, 'a time from 10s to 1h');
