import { vi } from 'vitest';

type Found<T> = Exclude<Awaited<T>, false | undefined | null | 0 | ''>;

/** Looks until there is something to see. Patient, because the machine may be slow. */
export const eventually = <T>(look: () => T, timeout = 20_000): Promise<Found<T>> =>
  vi.waitUntil(look, { timeout, interval: 25 }) as Promise<Found<T>>;
