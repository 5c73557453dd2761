import { shown } from '../terminal/shown.ts';
import type { Screen } from './view.ts';

const begin = '\x1b[?1049h\x1b[?2004h\x1b[?7l\x1b[2J';
const finish = '\x1b[?7h\x1b[?2004l\x1b[?1049l\x1b[?25h';
const at = (row: number) => `\x1b[${row + 1};1H`;

/** Only this file writes to the screen of the chat. */
export const streams = () => ({ input: process.stdin, output: process.stdout });

/** The terminal of the chat. It can be restored to its previous content and taken again. */
export class Terminal {
  readonly #input: NodeJS.ReadStream;
  readonly #output: NodeJS.WriteStream;
  readonly #restore = () => this.restore();
  #shown: readonly string[] = [];
  #isTaken = false;

  constructor(input: NodeJS.ReadStream, output: NodeJS.WriteStream) {
    this.#input = input;
    this.#output = output;
  }

  get size(): { columns: number; rows: number } {
    return { columns: this.#output.columns || 80, rows: this.#output.rows || 24 };
  }

  take(): void {
    if (this.#isTaken) return;
    this.#isTaken = true;
    process.once('exit', this.#restore);
    this.#input.setRawMode(true);
    this.#input.resume();
    this.#output.write(begin);
  }

  /** Writes the rows that changed. Lines do not wrap: a character that the terminal draws wider spoils its own row only. */
  draw({ lines, continued, cursor }: Screen): void {
    if (!this.#isTaken) return;
    const changes: string[] = [];
    for (let row = 0; row < lines.length; row += 1) {
      const first = row;
      while (continued.has(row)) row += 1;
      const rows = lines.slice(first, row + 1);
      if (rows.every((line, i) => line === this.#shown[first + i])) continue;
      const text = rows.map(shown).join('');
      changes.push(
        ...rows.map((_, i) => `${at(first + i)}\x1b[2K`),
        at(first),
        rows.length > 1 ? `\x1b[?7h${text}\x1b[?7l` : text,
      );
    }
    this.#shown = lines;
    this.#output.write(`\x1b[?2026h\x1b[?25l${changes.join('')}${at(cursor.row)}${shown(cursor.before)}\x1b[?25h\x1b[?2026l`);
  }

  /** Writes below what the terminal showed before it was taken. */
  print(text: string): void {
    this.#output.write(shown(text));
  }

  /** Makes the next `draw` write all rows. */
  forget(): void {
    this.#shown = [];
  }

  restore(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    process.off('exit', this.#restore);
    this.#output.write(finish);
    this.#input.setRawMode(false);
    this.#input.pause();
  }
}
