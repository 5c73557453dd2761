import { colours } from './colours.ts';
import { harmlessJson, harmlessText } from './harmless.ts';
import { hideSpinner } from './spinner.ts';
import { output, write, writeBytes, writeData } from './streams.ts';
import { table } from './table.ts';

/** Data goes to standard output, everything else to standard error. With `--json` all data is JSON, one value per line. */
export class Output {
  readonly json: boolean;

  constructor(json: boolean) {
    this.json = json;
  }

  /** A result: JSON, or text that is made harmless here. */
  answer(value: unknown, text: () => string): void {
    this.line(this.json ? harmlessJson(value) : harmlessText(text()));
  }

  /** A result: JSON, or text that has styles; the texts of others in it are already harmless. */
  item(value: unknown, text: () => string): void {
    this.line(this.json ? harmlessJson(value) : text());
  }

  /** A list: a table with these columns, or a JSON array. */
  list<T>(items: readonly T[], columns: Readonly<Record<string, (item: T) => string>>, none: string): void {
    if (this.json) return this.line(harmlessJson(items));
    if (items.length === 0) return this.note(none);
    const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
    this.line(table(Object.keys(columns), rows, colours(output).dim, output.columns));
  }

  /** Confirms an action: a note on standard error, or JSON. */
  done(value: unknown, text: string): void {
    if (this.json) this.line(harmlessJson(value));
    else this.note(text);
  }

  note(text: string): void {
    hideSpinner();
    write('notes', `${harmlessText(text)}\n`);
  }

  /** A note that has styles; the texts of others in it are already harmless. */
  styledNote(text: string): void {
    hideSpinner();
    write('notes', `${text}\n`);
  }

  /** A line that has styles; the texts of others in it are already harmless. */
  line(text: string): void {
    hideSpinner();
    write('output', `${text}\n`);
  }

  /** Content that stays unchanged in files and pipes. */
  raw(text: string): void {
    hideSpinner();
    writeData(text);
  }

  /** The same for bytes that arrive. */
  async bytes(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    hideSpinner();
    await writeBytes(pieces);
  }
}
