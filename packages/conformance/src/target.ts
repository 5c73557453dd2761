import { contract, type OperationName } from '@parley/core';

/** The server that is held to its promises, and what we were told about it. */
export interface Target {
  url: string;
  /** The contract's operations that the server's own description declares. */
  served: OperationName[];
  /** Dashboard sessions of humans, if there are any. */
  sessions: string[];
  /** Whether only what `interface.md` says is asked for. */
  specOnly: boolean;
  /** How long a check may wait for a lock or a link request to expire. */
  patienceSeconds: number;
  /** Approves a link request, given the address that a human would open. */
  approve: ((verificationUriComplete: string) => Promise<void>) | undefined;
}

let aimed: Target | undefined;

/** One process holds one server to its promises: chapters ask for it while they are loaded. */
export const aim = (target: Target): void => void (aimed = target);

export function target(): Target {
  if (!aimed) throw new Error('No server was named');
  return aimed;
}

/** Nobody answers there, or nothing that could be held to promises. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Reads which operations a server declares in its `/openapi.json`. */
export async function servedBy(url: string): Promise<OperationName[]> {
  const response = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(20_000) }).catch((cause: unknown) => {
    throw new Unreachable(`Nobody answers at ${url}`, { cause });
  });
  const description: unknown = await response.json().catch(() => undefined);
  const { paths } = (description ?? {}) as { paths?: Record<string, Record<string, { operationId?: string }>> };
  if (!response.ok || !paths) throw new Unreachable(`${url}/openapi.json answered ${response.status} without a description`);
  const declared = new Set(
    Object.values(paths)
      .flatMap(Object.values)
      .map(({ operationId }) => operationId),
  );
  return (Object.keys(contract()) as OperationName[]).filter((name) => declared.has(name));
}
