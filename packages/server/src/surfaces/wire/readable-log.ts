import type { DestinationStream } from 'pino';

const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { message: string; stack?: string };
}

/** Control characters of a logged text could move the cursor of the terminal or change its colours. */
const harmless = (text: string): string =>
  text.replace(/[^\P{Cc}\n]/gu, (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`);

const clock = (time: number): string => new Date(time).toTimeString().slice(0, 8);

/** One JSON line of the log as a person reads it: time, level, message, other fields, and the stack of an error below. */
function readable(json: string): string {
  const { level, time, msg = '', err, ...rest } = JSON.parse(json) as Line;
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const words = [clock(time), (levels[level] ?? String(level)).padEnd(5), msg, ...fields].filter((word) => word !== '');
  const error = err && `\n${(err.stack || err.message).replace(/^/gm, '    ')}`;
  return `${harmless(words.join(' ') + (error ?? ''))}\n`;
}

/** A destination for the logger that writes for a person at a terminal. */
export const readableTo = (output: { write(text: string): unknown }): DestinationStream => ({
  write: (json) => void output.write(readable(json)),
});
