import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';

/** The context of a running check. */
export interface Scope {
  /** The address of its chapter, for a server that trusts the suite as a proxy; others ignore it. */
  address: string;
  endings: (() => unknown)[];
}

/** Ends a check without a verdict. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

const scopes = new AsyncLocalStorage<Scope>();

/** The address of a new client. */
export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Acts as that client, and finally closes what was opened. */
export async function inScope(address: string, act: () => unknown): Promise<void> {
  const scope: Scope = { address, endings: [] };
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

export const ownAddress = (): string => scope().address;

/** Registers a cleanup for the end of the present check, whatever its result. */
export const afterwards = (end: () => unknown): void => void scope().endings.push(end);

/** Skips the present check, with a reason. */
export function skip(reason: string): never {
  throw new Skipped(reason);
}
