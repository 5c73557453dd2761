import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canBeMinimal, contract, statusesOf, tags, type OperationName } from '@parley/core';
import { startServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Described {
  operationId: OperationName;
  description: string;
  security: object[];
  parameters: { $ref?: string; name?: string }[];
  responses: Record<string, { $ref?: string; content?: Record<string, object>; headers?: object }>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  tags: { name: string; description: string }[];
  components: { schemas: Record<string, object> };
}

type Node = Record<string, unknown>;

/** Every object in a document. */
function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Node;
  for (const inner of Object.values(value)) yield* nodesIn(inner);
}

describe('/openapi.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-openapi-'));
  const file = join(folder, 'openapi.json');
  const operations = contract();
  let server: TestServer;
  let document: Document;
  let described: Described[];
  const the = (name: OperationName) => described.find(({ operationId }) => operationId === name)!;
  const parametersOf = (name: OperationName) => the(name).parameters.map(({ $ref, name }) => name ?? $ref!.split('/').at(-1));

  beforeAll(async () => {
    server = await startServer({ PARLEY_DATA_DIR: join(folder, 'data') });
    const text = await (await fetch(`${server.url}/openapi.json`)).text();
    writeFileSync(file, text);
    document = JSON.parse(text) as Document;
    described = Object.values(document.paths).flatMap((path) => Object.values(path));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (tool: URL, ...words: string[]): unknown => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const said = execFileSync(process.execPath, [fileURLToPath(tool), 'lint', file, ...words], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return JSON.parse(said.toString()) as unknown;
  };

  it('passes Redocly without warnings', () => {
    const redocly = new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url);
    expect(ask(redocly, '--format=json')).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
  });

  it('passes Spectral without warnings', () => {
    const ruleset = join(folder, 'spectral.json');
    writeFileSync(ruleset, JSON.stringify({ extends: 'spectral:oas' }));
    const spectral = new URL('../../node_modules/@stoplight/spectral-cli/dist/index.js', import.meta.url);
    expect(ask(spectral, '--ruleset', ruleset, '--format=json', '--quiet')).toEqual([]);
  });

  it('lists every status of each operation, and 503', () => {
    for (const { operationId, responses } of described) {
      expect(Object.keys(responses).map(Number), operationId).toEqual([...statusesOf(operations[operationId]), 503]);
    }
  });

  it('requires a key exactly for the operations of the contract that do', () => {
    for (const { operationId, security } of described) {
      const needs = security.length > 0 && security.every((way) => Object.keys(way).length > 0);
      expect(needs, operationId).toBe(operations[operationId].auth !== 'none');
    }
  });

  it('accepts a user token besides the key for operations that link, and a key in the query for streams', () => {
    expect(the('createSpace').security).toEqual([{}, { userToken: [] }]);
    const spaceKeys = [{ spaceKey: [] }, { spaceKeyAsBearer: [] }];
    expect(the('joinSpace').security).toEqual([...spaceKeys, ...spaceKeys.map((way) => ({ ...way, userToken: [] }))]);
    expect(the('getMySpaceKey').security).toEqual([{ session: [] }, { userToken: [] }]);
    expect(the('streamMessages').security).toEqual([...spaceKeys, { keyInQuery: [] }]);
    const linking = described.map(({ operationId }) => operationId).filter((name) => parametersOf(name).includes('UserToken'));
    expect(linking).toEqual(['createSpace', 'joinSpace']);
  });

  it('has `Prefer` and `Preference-Applied` for answers that can be minimal', () => {
    for (const { operationId, responses } of described) {
      const expected = canBeMinimal(operations[operationId]);
      expect(parametersOf(operationId).includes('Prefer'), operationId).toBe(expected);
      expect('Preference-Applied' in (responses['200']?.headers ?? {}), operationId).toBe(expected);
    }
  });

  it('has `If-Match` and 412 for writes that can be based on a version, and the tag of a download', () => {
    const conditional = described.filter(({ operationId }) => parametersOf(operationId).includes('IfMatch'));
    expect(conditional.map(({ operationId }) => operationId)).toEqual(['writeArtifact', 'restoreArtifactVersion']);
    for (const { operationId, responses } of described) {
      expect('412' in responses, operationId).toBe(conditional.some((each) => each.operationId === operationId));
    }
    const { responses } = the('downloadArtifact');
    for (const status of ['200', '304']) expect(responses[status]!.headers).toHaveProperty('ETag');
  });

  it('distinguishes Markdown, streams and the URL to poll from JSON', () => {
    const responses = (name: OperationName) => the(name).responses;
    expect(responses('downloadArtifact')['200']!.content).toHaveProperty(['text/markdown']);
    expect(responses('streamMessages')['200']!.content).toHaveProperty(['text/event-stream']);
    expect(Object.keys(responses('ask')['200']!.content!)).toEqual(['application/json', 'text/event-stream']);
    const { content } = responses('diffArtifact')['200']!;
    expect(Object.keys(content!)).toEqual(['application/json', 'text/x-diff']);
    expect(content!['text/x-diff']).toMatchObject({ example: expect.stringMatching(/^--- v1\n\+\+\+ v2\n@@ /) });
    expect(Object.keys(responses('askByQuery')['200']!.content!)).toEqual(['application/json', 'text/event-stream', 'text/html']);
    expect(responses('joinSpace')['202']!.headers).toHaveProperty('Location');
    expect(responses('getJoinStatus')['202']!.headers).not.toHaveProperty('Location');
    expect(responses('sendMessage')['403']!.$ref).toBe('#/components/responses/Error403');
  });

  it('describes the data of an event as sent: a line of JSON', () => {
    const [ready] = (document.components.schemas['StreamEvent'] as { anyOf: { properties: Node }[] }).anyOf;
    expect(ready!.properties['data']).toEqual({
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { $ref: '#/components/schemas/ReadyEvent' },
    });
    expect(document.components.schemas).toHaveProperty('ReadyEvent');
  });

  it('has no pattern besides a format, and no duplicate enum', () => {
    const nodes = [...nodesIn(document)];
    const formatted = nodes.filter(({ format }) => format === 'uuid' || format === 'date-time');
    expect(formatted.length).toBeGreaterThan(50);
    expect(formatted.filter((schema) => 'pattern' in schema)).toEqual([]);
    const enums = nodes.filter((schema) => Array.isArray(schema['enum'])).map((schema) => JSON.stringify(schema['enum']));
    expect(enums.toSorted()).toEqual([...new Set(enums)].toSorted());
  });

  it('has the lengths and patterns that the service enforces', () => {
    const { properties } = document.components.schemas['CreateSpaceRequest'] as { properties: Record<string, Node> };
    expect(properties['name']).toMatchObject({ minLength: 1, maxLength: 200 });
    expect(properties['ttl']).toMatchObject({ minimum: 1, maximum: 2_147_483_647, default: 86_400 });
    const pattern = (field: string) => new RegExp(properties[field]!['pattern'] as string, 'u');
    for (const text of ['a', ' a\n', '🚲']) expect(pattern('name').test(text)).toBe(true);
    for (const text of ['', ' \n', 'a\0', '\0']) expect(pattern('name').test(text)).toBe(false);
    expect(['', 'a\nb', 'a\0b'].map((text) => pattern('description').test(text))).toEqual([true, true, false]);
    const after = the('listMessages').parameters.find(({ name }) => name === 'after');
    expect(after).toMatchObject({ schema: { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 } });
  });

  it('describes every operation and every tag', () => {
    expect(described.filter(({ description }) => !description)).toEqual([]);
    expect(document.tags).toEqual(tags.map(({ name, description }) => ({ name, description })));
  });

  it('is linked from the reference for humans at /docs/api', async () => {
    const page = await fetch(`${server.url}/docs/api`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('href="../openapi.json"');
  });
});
