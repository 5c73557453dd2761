import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Standard input and output. `see` gets every incoming message before the library. */
export class Wire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when the client is gone, or the library has closed it. */
  readonly closed: Promise<void>;
  readonly #inner = new StdioServerTransport();
  readonly #see: (message: JSONRPCMessage) => void;
  #resolve = () => {};

  constructor(see: (message: JSONRPCMessage) => void) {
    this.#see = see;
    this.closed = new Promise((resolve) => (this.#resolve = resolve));
  }

  start(): Promise<void> {
    Object.assign(this.#inner, {
      onmessage: (message: JSONRPCMessage) => {
        this.#see(message);
        this.onmessage?.(message);
      },
      onerror: (error: Error) => this.onerror?.(error),
      onclose: () => {
        this.onclose?.();
        this.#resolve();
      },
    });
    return this.#inner.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#inner.send(message);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
