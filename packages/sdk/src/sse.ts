import { mostEventBytes, tooLarge } from './body.ts';
import { within } from './time.ts';

/** One event of a Server-Sent Events stream. */
export interface ServerEvent {
  type: string;
  id: string;
  data: string;
  /** How many milliseconds to wait before a reconnection, as the service last said. */
  retryMs: number | undefined;
}

/**
 * Parses a stream of events from chunks of any size.
 *
 * @param body - The body of a `text/event-stream` response.
 * @param idleMs - Milliseconds without a byte, including comments, after which the connection counts as lost.
 * @param server - Its address, for the error that refuses an event which is too large.
 */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
  server = 'The server',
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event = { type: 'message', id: '', data: [] as string[] };
  let length = 0;
  let retryMs: number | undefined;
  try {
    for (;;) {
      // Only the wait for bytes is timed; the consumer can take as long as it needs.
      const { done, value } = await within(idleMs, () => reader.read());
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop()!;
      if (rest.length > mostEventBytes) throw tooLarge(server, mostEventBytes);
      for (const line of lines.map((each) => each.replace(/\r$/, ''))) {
        if (line === '') {
          if (event.data.length) yield { ...event, data: event.data.join('\n'), retryMs };
          event = { type: 'message', id: '', data: [] };
          length = 0;
          continue;
        }
        length += line.length;
        if (length > mostEventBytes) throw tooLarge(server, mostEventBytes);
        // Text can contain U+2028, which a dot matches only with the flag s.
        const [, field, text = ''] = /^(\w*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === 'data') event.data.push(text);
        else if (field === 'event') event.type = text;
        else if (field === 'id') event.id = text;
        else if (field === 'retry' && /^\d+$/.test(text)) retryMs = Number(text);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
