import { expect } from '../expect/expect.ts';
import { fitting, served, type Scene } from '../requests.ts';
import { before, group, promise } from '../runner/promises.ts';
import { everybody, openSpace } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { read } from '../wire/answer.ts';
import { covers } from '../wire/call.ts';
import { send } from '../wire/client.ts';

const asking = (version: string) => ({ headers: { 'api-version': version } });

let scene: Scene;
before(async () => {
  scene = await everybody();
});

group('API-Version', () => {
  promise('200 if it is 1', async () => {
    const { headers } = await covers('getSpace', 200, await openSpace(), {}, asking('1'));
    expect(headers.get('api-version')).toBe('1');
  });

  promise.each(served)('400 for %s if it is 2', async (name) => {
    const { caller, input } = fitting(name, scene);
    const { body, headers } = await covers(name, 400, caller, input, asking('2'));
    alsoPromised(() => expect(body).toMatchObject({ code: 'unsupported_version' }));
    expect(headers.get('api-version')).toBe('1');
  });

  promise.each(['0', '1.0', 'latest'])('400 if it is %s', async (version) => {
    await covers('health', 400, {}, {}, asking(version));
  });
});

group('the deprecation policy', () => {
  promise('is published for machines', async () => {
    const { status, body } = await read(await send({ method: 'GET', path: '/.well-known/deprecation-policy' }));
    expect(status).toBe(200);
    alsoPromised(() =>
      expect(body).toMatchObject({
        apiVersion: '1',
        supportedVersions: ['1'],
        versionHeader: 'API-Version',
        deprecationWindowDays: 90,
        headers: expect.arrayContaining(['Deprecation', 'Sunset']),
        deprecations: [],
      }),
    );
  });
});
