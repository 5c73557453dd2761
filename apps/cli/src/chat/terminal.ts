import type { Screen } from './view.ts';

const begin = '\x1b[?1049h\x1b[?2004h\x1b[?7l\x1b[2J';
const finish = '\x1b[?7h\x1b[?2004l\x1b[?1049l\x1b[?25h';
const at = (row: number) => `\x1b[${row + 1};1H`;

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
  draw({ lines, cursor }: Screen): void {
    if (!this.#isTaken) return;
    const changes = lines.map((line, row) => (line === this.#shown[row] ? '' : `${at(row)}\x1b[2K${line}`)).join('');
    this.#shown = lines;
    this.#output.write(`\x1b[?2026h\x1b[?25l${changes}${at(cursor.row)}${cursor.before}\x1b[?25h\x1b[?2026l`);
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
