import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** A long text that many answers contain: its bytes and its digest are made once. */
export class SharedText {
  readonly text: string;
  #bytes: Buffer | undefined;
  #digest: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get bytes(): Buffer {
    return (this.#bytes ??= Buffer.from(this.text));
  }

  get digest(): string {
    return (this.#digest ??= createHash('sha256').update(this.bytes).digest('base64url'));
  }
}

/** Fields of an object as JSON without braces. */
export interface JsonFields {
  readonly text: string;
  /** What the text begins with, if that is long, and what follows it. */
  readonly parts?: readonly [SharedText, string] | undefined;
}

/** JSON that is encoded once and sent many times; `JSON.stringify` encodes it as its value. */
export class Json<Value> {
  /** Made of pieces that are not joined before somebody reads it. */
  declare readonly text: string;
  declare readonly parts: readonly [string, SharedText, string] | undefined;
  declare readonly value: Value;

  constructor(text: string, parts?: Json<Value>['parts']) {
    this.text = text;
    this.parts = parts;
  }

  /** An object. `head` is everything before the last fields, with the brace that opens it. */
  static ending<Value>(head: string, { text, parts }: JsonFields): Json<Value> {
    return new Json(`${head}${text}}`, parts && [head, parts[0], `${parts[1]}}`]);
  }

  /** What is sent: the text, or its pieces and their size, because joining them would copy the shared one for each answer. */
  get body(): string | SharedBody {
    if (!this.parts) return this.text;
    const [head, { bytes }, tail] = this.parts;
    return new SharedBody([Buffer.from(head), bytes, Buffer.from(tail)]);
  }

  /** Differs if the text does. */
  get identity(): string {
    return this.parts ? `${this.parts[0]}${this.parts[1].digest}${this.parts[2]}` : this.text;
  }

  toJSON(): Value {
    return JSON.parse(this.text) as Value;
  }
}

/** Pieces that are sent at once. */
export class SharedBody extends Readable {
  readonly bytes: number;
  readonly #pieces: readonly Buffer[];

  constructor(pieces: readonly Buffer[]) {
    super();
    this.#pieces = pieces;
    this.bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  }

  override _read(): void {
    for (const piece of this.#pieces) this.push(piece);
    this.push(null);
  }
}

/** JSON that is encoded while it is sent, because all of it at once would take too much memory. */
export class Pieces<Value> {
  /** Approximate total size of all pieces. */
  readonly bytes: number;
  readonly texts: () => AsyncIterable<string>;
  declare readonly value: Value;

  constructor(bytes: number, texts: () => AsyncIterable<string>) {
    this.bytes = bytes;
    this.texts = texts;
  }

  async whole(): Promise<Json<Value>> {
    let text = '';
    for await (const piece of this.texts()) text += piece;
    return new Json(text);
  }
}
