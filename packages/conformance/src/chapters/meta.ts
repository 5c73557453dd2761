import { statusesOf } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { served } from '../requests.ts';
import { group, promise } from '../runner/promises.ts';
import { alsoPromised } from '../spec-only.ts';
import { read } from '../wire/answer.ts';
import { covers, nobody, operations } from '../wire/call.ts';
import { send } from '../wire/client.ts';

interface Description {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
}

const described = async () => (await read(await send({ method: 'GET', path: '/openapi.json' }))).body as Description;

group('health', () => {
  promise('200 without a key', async () => {
    const { body } = await covers('health', 200, nobody);
    expect(body).toEqual({ status: 'ok' });
  });
});

group('openapi.json', () => {
  promise('is an OpenAPI 3.1 document', async () => {
    expect((await described()).openapi).toMatch(/^3\.1\./);
  });

  promise('gives each operation its own id', async () => {
    const ids = Object.values((await described()).paths)
      .flatMap(Object.values)
      .map(({ operationId }) => operationId);
    expect(ids).toEqual([...new Set(ids)]);
  });

  promise.each(served)('declares %s at its path, with every status it can answer', async (name) => {
    const { method, path } = operations[name];
    const declared = (await described()).paths[path]?.[method.toLowerCase()];
    expect(declared?.operationId).toBe(name);
    alsoPromised(() =>
      expect(Object.keys(declared!.responses)).toEqual(expect.arrayContaining(statusesOf(operations[name]).map(String))),
    );
  });
});
