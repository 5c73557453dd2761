/** JSON that is encoded once and sent many times; `JSON.stringify` encodes it as its value. */
export class Json<Value> {
  readonly text: string;
  declare readonly value: Value;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): Value {
    return JSON.parse(this.text) as Value;
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
