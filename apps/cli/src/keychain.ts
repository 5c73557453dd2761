// A separate program, because a keychain that waits for a person or hangs blocks the whole process that calls it.
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { KeychainAnswer, KeychainRequest } from './keys/system-keychain.ts';

async function answerTo(request: KeychainRequest): Promise<KeychainAnswer> {
  const { Entry } = await import('@napi-rs/keyring');
  // The default on Linux can be the keyring of the kernel, which is lost at a restart.
  const entryOf = (account: string) => new Entry('parley', account, { linux: { store: 'secret-service' } });
  const write = (account: string, secret: string) => {
    const entry = entryOf(account);
    entry.setPassword(secret);
    if (entry.getPassword() !== secret) throw new Error('a stored secret cannot be read back');
  };
  switch (request.do) {
    case 'probe': {
      const account = `probe ${randomUUID()}`;
      write(account, 'nothing');
      entryOf(account).deletePassword();
      return {};
    }
    case 'write':
      write(request.account, request.secret);
      return {};
    case 'read':
      return { secret: entryOf(request.account).getPassword() ?? undefined };
    case 'remove':
      entryOf(request.account).deletePassword();
      return {};
  }
}

function refusal(error: unknown): KeychainAnswer {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND') return { error: '@napi-rs/keyring is not installed' };
  return { error: message.split('\n')[0]! };
}

// Ctrl-C reaches every process in a terminal; the parent process ends this one.
process.on('SIGINT', () => {});
const request = JSON.parse(await text(process.stdin)) as KeychainRequest;
// oxlint-disable-next-line no-restricted-properties -- a pipe to the command that started this program
process.stdout.write(JSON.stringify(await answerTo(request).catch(refusal)));
