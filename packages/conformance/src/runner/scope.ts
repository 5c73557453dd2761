import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';

/** What a check that runs right now has of its own. */
export interface Scope {
  /** The client that its chapter is, to a server that believes a proxy; others ignore it. */
  address: string;
  endings: (() => unknown)[];
}

/** Ends a check without a verdict. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

const scopes = new AsyncLocalStorage<Scope>();

/** A client that nobody was before. */
export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Does something as that client, and ends in the end what it opened. */
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
  if (!found) throw new Error('This is for checks, while they run');
  return found;
}

export const ownAddress = (): string => scope().address;

/** Has something done when the present check is over, however it ends. */
export const afterwards = (end: () => unknown): void => void scope().endings.push(end);

/** Says why the present check cannot be made. */
export function skip(reason: string): never {
  throw new Skipped(reason);
}
