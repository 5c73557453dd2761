import { ask } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessMatrix } from '../access-matrix.ts';
import { accessScene, roles, secret, type AccessScene } from '../access-scene.ts';
import { serve, type Served } from '../in-process.ts';

let server: Served;
let scene: AccessScene;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0', PARLEY_SECRET: secret });
  scene = await accessScene(server);
});
afterAll(() => server.stop());

test.each(accessMatrix)('$operation answers each role as the matrix says', async ({ operation, statuses, prepare }) => {
  const answered: [string, number][] = [];
  for (const role of roles) {
    const input = await prepare?.(scene);
    answered.push([role, (await ask(server, operation, scene.callers[role], input)).status]);
  }
  expect(answered).toEqual(roles.map((role, i) => [role, statuses[i]]));
});
