/** How long a client waits before it reconnects. */
const retryMs = 3_000;

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
    const retry = this.event === 'ready' ? `retry: ${retryMs}\n` : '';
    // Long notices are split into lines, because many clients accept only lines of up to 64 KiB.
    return (this.#frame ??= Buffer.from(`event: ${this.event}\n${retry}data: ${this.json.replaceAll('\n', '\ndata: ')}\n\n`));
  }
}
