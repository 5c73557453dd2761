import { contract } from '@parley/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nearestIn } from './nearest.ts';
import { serve, type Reply, type Served } from './served.fixture.ts';

const nearest = nearestIn(contract());
const id = '5b0c9c1e-6a1f-4c53-9d0b-2f3a4b5c6d7e';

it.each([
  ['POST', '/hub/spaces', 'POST /hub/space'],
  ['GET', '/hub/spaces', 'POST /hub/space'],
  ['POST', '/spaces', 'POST /hub/space'],
  ['POST', '/space', 'POST /hub/space'],
  ['POST', '/api/spaces', 'POST /hub/space'],
  ['GET', `/hub/spaces/${id}`, 'GET /hub/space/{spaceId}'],
  ['GET', '/participants', 'GET /hub/space/{spaceId}'],
  ['GET', `/hub/space/${id}/participants`, 'GET /hub/space/{spaceId}'],
  ['GET', '/messages', 'GET /hub/space/{spaceId}/messages'],
  ['POST', `/hub/space/${id}/message`, 'POST /hub/space/{spaceId}/messages'],
  ['GET', `/hub/space/{spaceId}/mesages?limit=1`, 'GET /hub/space/{spaceId}/messages'],
  ['HEAD', `/hub/space/${id}/artifacts`, 'GET /hub/space/{spaceId}/artifact'],
  ['POST', `/hub/space/${id}/artifacts/${id}/locks`, 'POST /hub/space/{spaceId}/artifact/{artifactId}/lock'],
  ['POST', `/hub/space/${id}/participants/${id}/kik`, 'POST /hub/space/{spaceId}/participants/{participantId}/kick'],
  ['POST', '/hub/link/starts', 'POST /hub/link/start'],
  ['GET', '/hub/me/token', 'GET /hub/me/tokens'],
  ['GET', '/asks', 'GET /ask'],
  ['GET', '/api/healt', 'GET /api/health'],
])('%s %s: %s', (method, url, expected) => expect(nearest(method, url)).toBe(expected));

it.each([
  '/',
  '//',
  '/wp-admin/admin.php',
  '/.env',
  '/favicon.ico',
  '/x/y/z',
  `/${'a/'.repeat(50)}`,
  `/${'participants'.repeat(90)}`,
  '/%00',
])('%s is near nothing', (url) => expect(nearest('GET', url)).toBeUndefined());

it('every path of the contract is nearest to itself, and none is compared for long', () => {
  for (const { method, path } of Object.values(contract())) {
    expect(nearest(method, path.replace(/\{\w+\}/g, id))).toBe(`${method} ${path}`);
  }
  const from = process.cpuUsage();
  for (let i = 0; i < 1_000; i += 1) nearest('GET', `/${'participant/'.repeat(9)}participants`);
  // 3,000 requests in a minute, the limit of an address, cost less than 6 seconds of it.
  expect(process.cpuUsage(from).user).toBeLessThan(2_000_000);
});

describe('an unknown path', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served.close());
  const told = ({ body }: Reply) => JSON.parse(body.toString()) as Record<string, unknown>;

  it('is 404 with the nearest path and the documentation', async () => {
    const reply = await served.ask('POST', '/hub/spaces', { body: '{' });
    expect(reply.status).toBe(404);
    expect(told(reply)).toEqual({
      error: 'Nothing exists at this URL. Did you mean POST /hub/space?',
      code: 'not_found',
      nearest: 'POST /hub/space',
      documentation: `${served.url}/docs/api.md`,
      requestId: expect.any(String),
    });
    expect((await fetch(`${served.url}/docs/api.md`)).status).toBe(200);
  });

  it('that is near nothing has only the documentation, and nothing of what was sent', async () => {
    const reply = await served.ask('GET', '/hub/<script>alert(1)</script>?key=secret');
    expect(told(reply)).toEqual({
      error: 'Nothing exists at this URL',
      code: 'not_found',
      documentation: `${served.url}/docs/api.md`,
      requestId: expect.any(String),
    });
  });
});
