import { pathParameters, type OperationName } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { fitting, served, servedWith, type Scene } from '../requests.ts';
import { addition, before, group, promise } from '../runner/promises.ts';
import { everybody, openSpace, write } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { read } from '../wire/answer.ts';
import { covers, operations } from '../wire/call.ts';
import { send } from '../wire/client.ts';

const takesBody = servedWith((name) => {
  const { method, path, input, takesBytes } = operations[name];
  return method !== 'GET' && !takesBytes && Object.keys(input.shape).length > pathParameters(path).length;
});

let scene: Scene;
before(async () => {
  scene = await everybody();
});

function expectRefused(name: OperationName, body: string) {
  const { caller, input } = fitting(name, scene);
  return covers(name, 400, caller, input, { body });
}

group('a body', () => {
  promise.each(takesBody)('400 for %s if it is not JSON', async (name) => {
    for (const body of ['{"name": "Bri', 'name=Bridge', '{]']) await expectRefused(name, body);
  });

  promise.each(takesBody)('400 for %s if it is not an object', async (name) => {
    for (const body of ['[]', '"text"', '7', 'null']) await expectRefused(name, body);
  });

  addition('400 if it is larger than 2 MiB, with the limit and its size', async () => {
    const limit = 2 * 1024 * 1024;
    const tooLong = JSON.stringify({ content: 'Hello', padding: 'x'.repeat(limit) });
    const { body } = await expectRefused('sendMessage', tooLong);
    expect(body).toMatchObject({ code: 'invalid_request', issues: [{ limit, actual: tooLong.length }] });
  });

  addition('400 if it is larger than its operation can need', async () => {
    for (const [name, limit] of [
      ['joinSpace', 64 * 1024],
      ['createSpace', 256 * 1024],
    ] as const) {
      const { body } = await expectRefused(name, JSON.stringify({ name: 'Ada', description: '', padding: 'x'.repeat(limit) }));
      expect(body).toMatchObject({ code: 'invalid_request', issues: [{ limit }] });
    }
  });

  addition('400 if it has more than 100 fields, with the limit and their number', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i]));
    const { body } = await expectRefused('sendMessage', JSON.stringify({ content: 'Hello', ...fields }));
    expect(body).toMatchObject({ code: 'invalid_request', issues: [{ limit: 100, actual: 101 }] });
  });

  addition('400 in a charset other than UTF-8', async () => {
    const { caller, input } = fitting('sendMessage', scene);
    await covers('sendMessage', 400, caller, input, { headers: { 'content-type': 'application/json; charset=utf-16' } });
  });

  addition('200 if it is empty and not required, even with the content type JSON', async () => {
    const owner = await openSpace();
    const artifactId = await write(owner, '# Plan');
    await covers('lockArtifact', 200, owner, { artifactId }, { body: '', headers: { 'content-type': 'application/json' } });
  });
});

addition('no cache can store an answer, refusals included', async () => {
  for (const answer of [
    await covers('getSpace', 200, scene.owner),
    await covers('getSpace', 401, { spaceId: scene.owner.spaceId }),
    await read(await send({ method: 'GET', path: '/hub/nothing' })),
    await read(await send({ method: 'PATCH', path: '/hub/space' })),
  ]) {
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

group('a path', () => {
  promise.each(['/', '/hub', '/hub/spaces', '/hub/space/a/b/c/d', '/api/nothing', '/%00', '/%'])(
    'always gets JSON and never HTML: %s',
    async (path) => {
      const response = await send({ method: 'POST', path, headers: { accept: 'text/html' } });
      const { status } = await read(response);
      expect([400, 404, 405]).toContain(status);
    },
  );

  promise('404 if it is unknown', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, body } = await read(await send({ method, path: '/hub/nothing', headers: { accept: 'text/html' } }));
      expect(status).toBe(404);
      alsoPromised(() => expect(body).toMatchObject({ code: 'not_found' }));
    }
  });

  addition.each([...new Set(served.map((name) => operations[name].path))])(
    '405 with `Allow` for another method of %s',
    async (path) => {
      const known = servedWith((name) => operations[name].path === path).map((name) => operations[name].method);
      const method = (['PUT', 'PATCH', 'DELETE'] as const).find((candidate) => !known.includes(candidate))!;
      const filled = path.replace(/\{\w+\}/g, scene.artifactId);
      const { status, headers } = await read(await send({ method, path: filled }));
      expect(status).toBe(405);
      expect(headers.get('allow')!.split(/, ?/)).toEqual(expect.arrayContaining(known));
    },
  );
});
