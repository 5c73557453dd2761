import { contract } from '@parley/core';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { announceDeprecations, deprecations, deprecationWindowDays, type Deprecation } from './deprecations.ts';

const going: Deprecation = {
  operation: 'getSpace',
  since: new Date('2026-01-01T00:00:00Z'),
  until: new Date('2026-06-01T00:00:00Z'),
  link: 'https://parley.example/docs/changes',
};

describe('a deprecated operation', () => {
  it('is announced on each of its responses, refusals included, and on no others', async () => {
    const app = fastify();
    announceDeprecations(app, contract(), [going]);
    app.get('/hub/space/:spaceId', async () => {
      throw new Error('refused');
    });
    app.put('/hub/space/:spaceId', async () => ({}));
    const { headers } = await app.inject({ method: 'GET', url: '/hub/space/1' });
    expect(headers).toMatchObject({
      deprecation: '@1767225600',
      sunset: 'Mon, 01 Jun 2026 00:00:00 GMT',
      link: '<https://parley.example/docs/changes>; rel="deprecation"',
    });
    const other = await app.inject({ method: 'PUT', url: '/hub/space/1' });
    expect(other.headers).not.toHaveProperty('deprecation');
  });

  it('keeps working for the promised period', () => {
    for (const { since, until } of deprecations) {
      expect(until.getTime() - since.getTime()).toBeGreaterThanOrEqual(deprecationWindowDays * 86_400_000);
    }
  });
});
