import { expect, test } from 'vitest';
import {
  AdapterError,
  AdapterRateLimitError,
  AuthenticationError,
  NetworkError as Unreachable,
  PermissionError,
  ResourceNotFoundError,
  ValidationError,
} from '@chat-adapter/shared';
import { Parley } from '@parley/sdk';
import { told } from './refusal.ts';

const space = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Parley({
    baseUrl: 'http://parley.test',
    maxRetries: 0,
    fetch: async () => Response.json({ error: 'In the words of the server', code }, { status, headers }),
  }).space({ spaceId: '5b1d4a1e-7a57-4c8f-9d7f-000000000001', key: 'k' });

test.each([
  [401, 'key_revoked', AuthenticationError, 'AUTH_FAILED'],
  [403, 'muted', PermissionError, 'PERMISSION_DENIED'],
  [404, 'message_not_found', ResourceNotFoundError, 'NOT_FOUND'],
  [400, 'invalid_request', ValidationError, 'VALIDATION_ERROR'],
  [429, 'rate_limited', AdapterRateLimitError, 'RATE_LIMITED'],
  [429, 'budget_spent', AdapterRateLimitError, 'RATE_LIMITED'],
  [503, 'unavailable', Unreachable, 'NETWORK_ERROR'],
  [409, 'space_closed', AdapterError, 'space_closed'],
  [409, 'paused', AdapterError, 'paused'],
])('%i %s is an error of the Chat SDK with the words of the server', async (status, code, kind, adapterCode) => {
  const refused = told('send messages', () => space(status, code, { 'retry-after': '7' }).send('Hello', { timeoutMs: 1_000 }));
  const error = await refused.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(kind);
  expect(error).toMatchObject({ adapter: 'parley', code: adapterCode, message: 'In the words of the server', cause: { code } });
  if (code === 'rate_limited') expect(error).toMatchObject({ retryAfter: 7 });
});

test('what is no refusal stays as it is', async () => {
  const error = new TypeError('content must be a string');
  await expect(told('send messages', () => Promise.reject(error))).rejects.toBe(error);
});
