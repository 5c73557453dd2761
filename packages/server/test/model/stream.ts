import { EventReader, type SentEvent } from '@parley/testing';

export interface Told {
  event: string;
  data: Record<string, unknown>;
}

const patienceMs = 60_000;

/** Follows a space, and collects its events. */
export class Stream {
  readonly told: Told[] = [];
  ended = false;
  readonly #abort = new AbortController();
  #changed = () => {};
  #end = 'by the server';

  static async open(base: string, spaceId: string, key: string, lastEventId: number): Promise<Stream> {
    const stream = new Stream();
    const answer = await fetch(`${base}/hub/space/${spaceId}/messages/stream`, {
      headers: { 'x-private-key': key, 'last-event-id': String(lastEventId) },
      signal: stream.#abort.signal,
    });
    if (answer.status !== 200) throw new Error(`the stream answered ${answer.status}`);
    void stream.#read(answer.body!);
    return stream;
  }

  /** Resolves when the events, or the end of the stream, satisfy a condition; throws after a timeout. */
  async until(isEnough: (stream: Stream) => boolean): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (!isEnough(this)) {
      const left = deadline - Date.now();
      if (left <= 0 || this.ended)
        throw new Error(`the stream told only ${JSON.stringify(this.told)}${this.ended ? ` and ended: ${this.#end}` : ''}`);
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: NonNullable<Response['body']>): Promise<void> {
    const reader = new EventReader();
    try {
      for await (const text of body.pipeThrough(new TextDecoderStream())) {
        this.told.push(...reader.take(text).map(read));
        this.#changed();
      }
    } catch (error) {
      this.#end = String(error);
    }
    this.ended = true;
    this.#changed();
  }
}

const read = ({ event, data }: SentEvent): Told => ({ event, data: JSON.parse(data) as Told['data'] });
