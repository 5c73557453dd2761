/** How long a client waits before it reconnects. It differs between connections, so that not all of them come back at once. */
export const reconnectMs = (): number => 1_500 + Math.floor(Math.random() * 4_501);

/** The same as a line of a stream. It belongs to an event with data: some clients take a lone one for an empty event. */
export const retryLine = (): string => `retry: ${reconnectMs()}\n`;

/** An event that is not in the log: it describes the current state and has no sequence. */
export class Notice {
  readonly event: 'ready' | 'context' | 'reset';
  readonly json: string;
  #frame: Buffer | undefined;

  constructor(event: Notice['event'], json: string) {
    this.event = event;
    this.json = json;
  }

  get frame(): Buffer {
    const retry = this.event === 'ready' ? retryLine() : '';
    // Long notices are split into lines, because many clients accept only lines of up to 64 KiB.
    return (this.#frame ??= Buffer.from(`event: ${this.event}\n${retry}data: ${this.json.replaceAll('\n', '\ndata: ')}\n\n`));
  }
}
