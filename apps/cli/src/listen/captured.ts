/** The most that a message can hold: 64 KiB of UTF-8. */
const mostBytes = 65_536;
const longestLine = 2_000;

/** Standard output as text of a message. What does not fit is counted and dropped. */
export class BoundedText {
  readonly #chunks: Buffer[] = [];
  readonly #most: number;
  #kept = 0;
  #total = 0;

  constructor(most = mostBytes) {
    this.#most = most;
  }

  add(chunk: Buffer): void {
    this.#total += chunk.length;
    const fitting = chunk.subarray(0, this.#most - this.#kept);
    this.#kept += fitting.length;
    if (fitting.length > 0) this.#chunks.push(Buffer.from(fitting));
  }

  /** Without line ends at its end. Bytes that are not UTF-8 are replaced. If it was cut, the last line says so. */
  get text(): string {
    const kept = Buffer.concat(this.#chunks);
    const text = storable(kept.toString('utf8'));
    if (this.#total <= this.#most && Buffer.byteLength(text) <= this.#most) return text.trimEnd();
    const note = `\n[The output was cut: ${this.#total.toLocaleString('en')} bytes do not fit into a message.]`;
    return firstBytes(text, this.#most - Buffer.byteLength(note)).trimEnd() + note;
  }
}

/** Without U+0000, which no message can contain. */
export const storable = (text: string): string => text.replaceAll('\u0000', '');

/** The beginning of a text, at most this many bytes of UTF-8, without a broken character at the end. */
function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  let end = Math.min(most, bytes.length);
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/** Splits standard error into lines, which have a limit, and remembers the last one that is not empty. */
export class LastLines {
  readonly #tell: (line: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = '';
  #last = '';

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  add(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r?\n|\r/);
    this.#rest = lines.pop()!.slice(0, longestLine);
    lines.forEach((line) => this.#line(line));
  }

  /** The last line that is not empty. */
  end(): string {
    this.#line(this.#rest);
    this.#rest = '';
    return this.#last;
  }

  #line(line: string): void {
    const shown = line.trim().slice(0, longestLine);
    if (!shown) return;
    this.#last = shown;
    this.#tell(shown);
  }
}
