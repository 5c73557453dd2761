import { vi } from 'vitest';

/** Waits until there is something to see. Patient, because the machine may be slow. */
export const eventually = (look: () => unknown, timeout = 60_000): Promise<unknown> =>
  vi.waitUntil(look, { timeout, interval: 10 });
