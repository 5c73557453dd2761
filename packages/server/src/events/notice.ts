/** How long a client waits before it connects again. */
const retryMs = 3_000;

/** An event that is not in the log: it tells how things are, and has no sequence. */
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
    // One that is broken into lines is long: many clients accept lines of 64 KiB only.
    return (this.#frame ??= Buffer.from(`event: ${this.event}\n${retry}data: ${this.json.replaceAll('\n', '\ndata: ')}\n\n`));
  }
}
