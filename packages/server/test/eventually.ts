import { vi } from 'vitest';

/** Waits until a condition holds. Patient, because the machine can be slow. */
export const eventually = (look: () => unknown, timeout = 60_000): Promise<unknown> =>
  vi.waitUntil(look, { timeout, interval: 10 });
