import { beforeAll, describe, expect, it } from 'vitest';
import { read } from './answer.ts';
import { covers } from './call.ts';
import { send } from './client.ts';
import { fitting, served, type Scene } from './requests.ts';
import { everybody, openSpace } from './scenes.ts';

const asking = (version: string) => ({ headers: { 'api-version': version } });

let scene: Scene;
beforeAll(async () => {
  scene = await everybody();
});

describe('API-Version', () => {
  it('200 when it is 1', async () => {
    const { headers } = await covers('getSpace', 200, await openSpace(), {}, asking('1'));
    expect(headers.get('api-version')).toBe('1');
  });

  it.each(served)('400 for %s when it is 2', async (name) => {
    const { caller, input } = fitting(name, scene);
    const { body, headers } = await covers(name, 400, caller, input, asking('2'));
    expect(body).toMatchObject({ code: 'unsupported_version' });
    expect(headers.get('api-version')).toBe('1');
  });

  it.each(['0', '1.0', 'latest'])('400 when it is %s', async (version) => {
    await covers('health', 400, {}, {}, asking(version));
  });
});

describe('the deprecation policy', () => {
  it('is published for machines', async () => {
    const { status, body } = await read(await send({ method: 'GET', path: '/.well-known/deprecation-policy' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      apiVersion: '1',
      supportedVersions: ['1'],
      versionHeader: 'API-Version',
      deprecationWindowDays: 90,
      headers: expect.arrayContaining(['Deprecation', 'Sunset']),
      deprecations: [],
    });
  });
});
