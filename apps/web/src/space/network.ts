import { service } from './client.ts';

/** How long the service has to answer when the browser says that the network is gone. */
const answerMs = 2_000;

interface Changes {
  /** The service cannot be reached. */
  lost(): void;
  /** There is a network again, perhaps another one: what was open before can be dead. */
  found(): void;
}

/** Tells of the network of the browser, until the signal. A service on the same machine answers without one. */
export function followNetwork({ lost, found }: Changes, signal: AbortSignal): void {
  const look = () =>
    fetch(`${service}/livez`, { cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).catch(() => {
      if (!signal.aborted && !navigator.onLine) lost();
    });
  addEventListener('offline', look, { signal });
  addEventListener('online', found, { signal });
}
