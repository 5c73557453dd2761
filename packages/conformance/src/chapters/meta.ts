import { statusesOf, type Operation, type OperationName } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { served } from '../requests.ts';
import { group, promise } from '../runner/promises.ts';
import { alsoPromised, isSpecified } from '../spec-only.ts';
import { target } from '../target.ts';
import { read } from '../wire/answer.ts';
import { covers, nobody, operations } from '../wire/call.ts';
import { send } from '../wire/client.ts';

/** A server can do without linking, the account, `/ask` and humans. */
function isOptional({ tag, auth, answers }: Operation): boolean {
  return answers === 'jsonOrEvents' || ['Linking', 'Account'].includes(tag.name) || ['session', 'identity'].includes(auth);
}

const described = (Object.keys(operations) as OperationName[])
  .filter((name) => isSpecified(name) || !target().specOnly)
  .filter((name) => served.includes(name) || !isOptional(operations[name]));

interface Description {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
}

const description = async () => (await read(await send({ method: 'GET', path: '/openapi.json' }))).body as Description;

group('health', () => {
  promise('200 without a key', async () => {
    const { body } = await covers('health', 200, nobody);
    expect(body).toEqual({ status: 'ok' });
  });
});

group('openapi.json', () => {
  promise('is an OpenAPI 3.1 document', async () => {
    expect((await description()).openapi).toMatch(/^3\.1\./);
  });

  promise('gives each operation its own id', async () => {
    const ids = Object.values((await description()).paths)
      .flatMap(Object.values)
      .map(({ operationId }) => operationId);
    expect(ids).toEqual([...new Set(ids)]);
  });

  promise.each(described)('declares %s at its path, with every status it can answer', async (name) => {
    const { method, path } = operations[name];
    const declared = (await description()).paths[path]?.[method.toLowerCase()];
    expect(declared?.operationId).toBe(name);
    alsoPromised(() =>
      expect(Object.keys(declared!.responses)).toEqual(expect.arrayContaining(statusesOf(operations[name]).map(String))),
    );
  });
});
