import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract, statusesOf, type OperationName } from '@parley/core';
import { startServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Described {
  operationId: OperationName;
  security: object[];
  responses: Record<string, { $ref?: string; content?: Record<string, object>; headers?: object }>;
}

describe('/openapi.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-openapi-'));
  const operations = contract();
  let server: TestServer;
  let text: string;
  let described: Described[];

  beforeAll(async () => {
    server = await startServer({ PARLEY_DATA_DIR: join(folder, 'data') });
    text = await (await fetch(`${server.url}/openapi.json`)).text();
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Described>> };
    described = Object.values(paths).flatMap((path) => Object.values(path));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is valid by redocly', () => {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, text);
    const redocly = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    expect(() => execFileSync(process.execPath, [redocly, 'lint', file], { env: environment, stdio: 'pipe' })).not.toThrow();
  });

  it('tells of each operation every status it can answer, and no other', () => {
    for (const { operationId, responses } of described) {
      expect(Object.keys(responses).map(Number), operationId).toEqual(statusesOf(operations[operationId]));
    }
  });

  it('asks for a key exactly where the contract does', () => {
    for (const { operationId, security } of described) {
      expect(security.length > 0, operationId).toBe(operations[operationId].auth !== 'none');
    }
  });

  it('tells Markdown, streams and the place to ask again apart from JSON', () => {
    const responses = (name: OperationName) => described.find(({ operationId }) => operationId === name)!.responses;
    expect(responses('downloadArtifact')['200']!.content).toHaveProperty(['text/markdown']);
    expect(responses('streamMessages')['200']!.content).toHaveProperty(['text/event-stream']);
    expect(responses('joinSpace')['202']!.headers).toHaveProperty('Location');
    expect(responses('sendMessage')['403']!.$ref).toBe('#/components/responses/Error403');
  });

  it('is shown to people at /docs/api', async () => {
    const page = await fetch(`${server.url}/docs/api`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('/openapi.json');
  });
});
