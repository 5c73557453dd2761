/** JSON made once and sent many times; it passes through any `JSON.stringify` as what it stands for. */
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

/** JSON that is made while it is sent: as a whole it would be more than one answer should hold in memory. */
export class Pieces<Value> {
  /** Size of all pieces together, roughly. */
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
