import { formOf } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { fitting, servedWith, type Scene } from '../requests.ts';
import { addition, additions, before } from '../runner/promises.ts';
import { everybody } from '../scenes.ts';
import { carriesTheHeadersOfAll } from '../wire/answer.ts';
import { operations, requestFor } from '../wire/call.ts';
import { send } from '../wire/client.ts';

const readable = servedWith(
  (name) => operations[name].method === 'GET' && !['events', 'file'].includes(formOf(operations[name]).kind),
);
/** Headers that describe the answer and do not change over time. */
const same = [
  'content-type',
  'content-length',
  'content-disposition',
  'cache-control',
  'api-version',
  'etag',
  'www-authenticate',
];

let scene: Scene;
before(async () => {
  scene = await everybody();
});

/** Checks that HEAD answers like GET; returns their status. */
async function answersAlike(path: string, headers: Record<string, string> = {}): Promise<number> {
  const get = () => send({ method: 'GET', path, headers });
  let [got, response] = [await get(), await send({ method: 'HEAD', path, headers })];
  // Other chapters change what the account has: HEAD is compared with a GET that was the same before and after it.
  for (let tries = 0; tries < 20; tries += 1) {
    const again = await get();
    if (same.every((name) => again.headers.get(name) === got.headers.get(name))) break;
    [got, response] = [again, await send({ method: 'HEAD', path, headers })];
  }
  expect(await response.text()).toBe('');
  expect(response.status).toBe(got.status);
  for (const name of same) {
    // A server can omit the length if it sends no body.
    if (name !== 'content-length' || response.headers.has(name))
      expect(response.headers.get(name), name).toBe(got.headers.get(name));
  }
  carriesTheHeadersOfAll(response.headers);
  return got.status;
}

additions('HEAD answers like GET, without a body', () => {
  addition.each(readable)('for %s', async (name) => {
    const { caller, input } = fitting(name, scene);
    const { path, headers } = requestFor(name, caller, input);
    await answersAlike(path, headers);
  });

  addition('for a download and its name', async () => {
    const { owner, artifactId } = scene;
    const path = `/hub/space/${owner.spaceId}/artifact/${artifactId}/download`;
    expect(await answersAlike(path, { 'x-private-key': owner.key })).toBe(200);
  });

  addition('for a refusal', async () => {
    expect(await answersAlike(`/hub/space/${scene.owner.spaceId}`)).toBe(401);
    expect(await answersAlike('/hub/nothing')).toBe(404);
  });
});
