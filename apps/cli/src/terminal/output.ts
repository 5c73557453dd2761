import { colours } from './colours.ts';
import { harmlessJson, harmlessText } from './harmless.ts';
import { hideSpinner } from './spinner.ts';
import { table } from './table.ts';

/** Data goes to standard output, everything else to standard error; with `--json` all data is JSON, one value to a line. */
export class Output {
  readonly json: boolean;

  constructor(json: boolean) {
    this.json = json;
  }

  /** An answer: text for people, which is made harmless, or its JSON. */
  answer(value: unknown, text: () => string): void {
    this.line(this.json ? harmlessJson(value) : harmlessText(text()));
  }

  /** One of a stream; its text is safe to show already. */
  item(value: unknown, text: () => string): void {
    this.line(this.json ? harmlessJson(value) : text());
  }

  /** A list: a table, whose columns tell what is in their cells, or a JSON array. */
  list<T>(items: readonly T[], columns: Readonly<Record<string, (item: T) => string>>, none: string): void {
    if (this.json) return this.line(harmlessJson(items));
    if (items.length === 0) return this.note(none);
    const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
    this.line(table(Object.keys(columns), rows, colours(process.stdout).dim));
  }

  /** Something was done: a word to people on standard error, or JSON. */
  done(value: unknown, text: string): void {
    if (this.json) this.line(harmlessJson(value));
    else this.note(text);
  }

  note(text: string): void {
    hideSpinner();
    process.stderr.write(`${harmlessText(text)}\n`);
  }

  /** Something that is safe to show already. */
  line(text: string): void {
    hideSpinner();
    process.stdout.write(`${text}\n`);
  }

  /** Content as it is, for files and pipes. */
  raw(text: string): void {
    hideSpinner();
    process.stdout.write(text);
  }
}
