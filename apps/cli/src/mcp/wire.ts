import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** Shows every incoming message to `see`, before the library gets it. Call it when the library listens. */
export function observe(transport: Transport, see: (message: JSONRPCMessage) => void): void {
  const listener = transport.onmessage;
  transport.onmessage = (message, extra) => {
    see(message);
    listener?.(message, extra);
  };
}

/** Resolves when the client is gone or the signal is aborted. Call it when the library listens. */
export function closed(transport: Transport, signal: AbortSignal): Promise<void> {
  const listener = transport.onclose;
  return new Promise((resolve) => {
    transport.onclose = () => {
      listener?.();
      resolve();
    };
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
