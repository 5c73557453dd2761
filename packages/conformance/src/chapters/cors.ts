import { expect } from '../expect/expect.ts';
import { fitting, served, type Scene } from '../requests.ts';
import { addition, before, group } from '../runner/promises.ts';
import { everybody } from '../scenes.ts';
import { operations, requestFor } from '../wire/call.ts';
import { send } from '../wire/client.ts';

const origin = 'https://elsewhere.example';
const sent = ['content-type', 'x-private-key', 'x-user-token', 'api-version', 'idempotency-key', 'last-event-id'];
const exposed = [
  'api-version',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
  'retry-after',
  'location',
  'idempotency-replayed',
  'www-authenticate',
  'content-disposition',
];

const list = (headers: Headers, name: string) => (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);

let scene: Scene;
before(async () => {
  scene = await everybody();
});

group('a page from another origin', () => {
  addition.each(served)('can call %s', async (name) => {
    const { caller, input } = fitting(name, scene);
    const { path } = requestFor(name, caller, input);
    const headers = {
      origin,
      'access-control-request-method': operations[name].method,
      'access-control-request-headers': sent.join(),
    };
    const preflight = await send({ method: 'OPTIONS', path, headers });
    expect([200, 204]).toContain(preflight.status);
    expect(['*', origin]).toContain(preflight.headers.get('access-control-allow-origin'));
    expect(list(preflight.headers, 'access-control-allow-methods')).toContain(operations[name].method.toLowerCase());
    expect(list(preflight.headers, 'access-control-allow-headers')).toEqual(expect.arrayContaining(sent));
  });

  addition.each([
    ['an answer', '/api/health'],
    ['a refusal', '/hub/nothing'],
  ])('can read %s and its headers', async (_, path) => {
    const { headers } = await send({ method: 'GET', path, headers: { origin } });
    expect(['*', origin]).toContain(headers.get('access-control-allow-origin'));
    const readable = list(headers, 'access-control-expose-headers');
    if (!readable.includes('*')) expect(readable).toEqual(expect.arrayContaining(exposed));
  });
});
