import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { whileWaiting } from '../terminal/spinner.ts';

/** The keychain failed; the message says why. */
export class KeychainError extends Error {}

/** Stores secrets by account; rejects with a {@link KeychainError}. */
export interface Keychain {
  /** Tests whether a secret can be written, read and removed. */
  probe(limitMs: number): Promise<void>;
  write(account: string, secret: string): Promise<void>;
  read(account: string): Promise<string | undefined>;
  remove(account: string): Promise<void>;
}

export type KeychainRequest =
  | { do: 'probe' }
  | { do: 'write'; account: string; secret: string }
  | { do: 'read' | 'remove'; account: string };

export interface KeychainAnswer {
  secret?: string | undefined;
  error?: string;
}

/** Long enough for a person to unlock it. */
export const patientMs = 30_000;

const run = promisify(execFile);

/** The keychain of the operating system. Each request is a process of its own, which can be killed if the keychain hangs. */
export function systemKeychain(signal: AbortSignal): Keychain {
  const ask = async (request: KeychainRequest, timeout = patientMs): Promise<string | undefined> => {
    // The path in the built command, relative to the chunks.
    const program = fileURLToPath(new URL('../keychain.js', import.meta.url));
    const asking = run(process.execPath, [program], { timeout, killSignal: 'SIGKILL', signal });
    asking.child.stdin!.on('error', () => {}).end(JSON.stringify(request));
    const { stdout } = await whileWaiting('Waiting for the keychain', asking).catch((cause: { killed?: boolean }) => {
      signal.throwIfAborted();
      throw new KeychainError(cause.killed ? `no answer within ${timeout / 1000} s` : 'it crashed', { cause });
    });
    const { secret, error } = JSON.parse(stdout) as KeychainAnswer;
    if (error !== undefined) throw new KeychainError(error);
    return secret;
  };
  return {
    probe: async (limitMs) => void (await ask({ do: 'probe' }, limitMs)),
    write: async (account, secret) => void (await ask({ do: 'write', account, secret })),
    read: (account) => ask({ do: 'read', account }),
    remove: async (account) => void (await ask({ do: 'remove', account })),
  };
}
