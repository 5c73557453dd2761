import { contract, type OperationName } from '@parley/core';

/** The server under test, and the options. */
export interface Target {
  url: string;
  /** The operations of the contract that `/openapi.json` of the server declares. */
  served: OperationName[];
  /** Dashboard sessions of humans, if any. */
  sessions: string[];
  /** Whether to check only `interface.md`. */
  specOnly: boolean;
  /** How long a check can wait for a lock or a link request to expire. */
  patienceSeconds: number;
  /** Approves a link request, given the URL that a human would open. */
  approve: ((verificationUriComplete: string) => Promise<void>) | undefined;
}

let aimed: Target | undefined;

/** One process checks one server; chapters read it while they are loaded. */
export const aim = (target: Target): void => void (aimed = target);

export function target(): Target {
  if (!aimed) throw new Error('No server was set');
  return aimed;
}

/** No server answers at the URL, or none with a description. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Reads which operations a server declares in its `/openapi.json`. */
export async function servedBy(url: string): Promise<OperationName[]> {
  const response = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(20_000) }).catch((cause: unknown) => {
    throw new Unreachable(`No server answers at ${url}`, { cause });
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
