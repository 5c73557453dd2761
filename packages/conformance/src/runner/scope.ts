import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The context of a running check. */
export interface Scope {
  /** A client address of its own, for a server that trusts the suite as a proxy; others ignore it. */
  address: string;
  endings: (() => unknown)[];
  /** How long it waited because of a rate limit, which is not its fault. */
  pausedMs: number;
}

/** Ends the whole run: no further check can be judged. */
export class Exhausted extends Error {
  override readonly name = 'Exhausted';
}

/** Ends a check without a verdict. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

const scopes = new AsyncLocalStorage<Scope>();

/** The address of a new client. */
export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** The context of a check that acts as a new client. */
export const newScope = (): Scope => ({ address: newAddress(), endings: [], pausedMs: 0 });

/** Acts in a scope, and finally closes what was opened. */
export async function inScope(scope: Scope, act: () => unknown): Promise<void> {
  await scopes.run(scope, async () => {
    let failure: { error: unknown } | undefined;
    for (const step of [act, () => Promise.all(scope.endings.map((end) => end()))]) {
      try {
        await step();
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure) throw failure.error;
  });
}

function scope(): Scope {
  const found = scopes.getStore();
  if (!found) throw new Error('Call this only from a running check');
  return found;
}

/** Waits because of a rate limit. */
export async function pause(ms: number): Promise<void> {
  scope().pausedMs += ms;
  await sleep(ms);
}

export const ownAddress = (): string => scope().address;

/** Registers a cleanup for the end of the present check, whatever its result. */
export const afterwards = (end: () => unknown): void => void scope().endings.push(end);

/** Skips the present check, with a reason. */
export function skip(reason: string): never {
  throw new Skipped(reason);
}
