import { expect, it } from 'vitest';
import type { Parley } from '../../parley.ts';
import type { CallMetadata } from '../../call/metadata.ts';
import { backendOf, credentialIn } from './backend.ts';

const options = { signal: new AbortController().signal, isMinimal: true };

function recording(exchange: CallMetadata) {
  const calls: CallMetadata[] = [];
  const parley = {
    perform: async (_name: string, _args: object, metadata: CallMetadata) => calls.push(metadata),
  } as unknown as Parley;
  return { calls, backend: backendOf(parley)(exchange) };
}

it('each call has the credentials of its arguments, otherwise those of the headers', async () => {
  const { calls, backend } = recording({ credential: credentialIn('of the header'), userToken: 'usr_header' });
  await backend.run('getSpace', {}, options);
  await backend.run('getSpace', { privateKey: 'a', userToken: 'usr_a', idempotencyKey: '1' }, options);
  await backend.run('getSpace', { privateKey: 'a', userToken: 'usr_a', idempotencyKey: '2' }, options);
  await backend.run('getSpace', { privateKey: 'b' }, options);
  expect(calls.map(({ credential, userToken, idempotencyKey }) => [credential?.key, userToken, idempotencyKey])).toEqual([
    ['of the header', 'usr_header', undefined],
    ['a', 'usr_a', '1'],
    ['a', 'usr_a', '2'],
    ['b', 'usr_header', undefined],
  ]);
});

it('a key is hashed once for all steps of a call', async () => {
  const { calls, backend } = recording({ credential: credentialIn('a') });
  await backend.run('getSpace', { privateKey: 'a' }, options);
  await backend.run('getSpace', { privateKey: 'a', spaceId: 's' }, options);
  expect(calls[0]!.credential).toBe(calls[1]!.credential);
});
