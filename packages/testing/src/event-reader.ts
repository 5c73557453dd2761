/** A raw Server-Sent Event. */
export interface SentEvent {
  event: string;
  id?: string;
  data: string;
}

/** Parses the events of a stream, in whatever pieces its text arrives. */
export class EventReader {
  #unread = '';

  /** Adds a piece; returns the events that it completes. */
  take(text: string): SentEvent[] {
    const blocks = (this.#unread + text).split('\n\n');
    this.#unread = blocks.pop()!;
    return blocks.flatMap(eventIn);
  }

  /** Whether the text so far ends within an event. */
  get isWithin(): boolean {
    return this.#unread !== '';
  }
}

/** Comments and the reconnection time are not events. */
function eventIn(block: string): SentEvent[] {
  const lines = block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]);
  const data = lines.flatMap(([name, text]) => (name === 'data' ? text : []));
  if (data.length === 0) return [];
  const { event = 'message', id } = Object.fromEntries(lines) as { event?: string; id?: string };
  return [{ event, data: data.join('\n'), ...(id !== undefined && { id }) }];
}
