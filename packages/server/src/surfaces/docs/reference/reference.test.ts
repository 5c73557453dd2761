import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { contract, missing, pathParameters, statusesOf, tags, formOf, type Operation } from '@parley/core';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from '../../wire/served.fixture.ts';
import type { ApiDocument } from './document.ts';

const operations = Object.entries(contract()) as [string, Operation][];
const pageOf = ({ tag }: Operation): string => `/docs/api/${tag.name.toLowerCase()}`;
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#x27;': "'" };
const textOf = (html: string) =>
  html.replace(/<[^>]+>/g, '').replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => entities[entity]!);

let served: Served;
let document: ApiDocument;
const read = async (path: string) => (await served.ask('GET', path)).body.toString();
/** What the page says about one operation, as HTML. */
const sectionOf = async (name: string, operation: Operation) =>
  (await read(pageOf(operation))).split('<section class="operation">').find((part) => part.includes(`id="${name}"`))!;
beforeAll(async () => {
  served = await serve();
  document = JSON.parse(await read('/openapi.json')) as ApiDocument;
});
afterAll(() => served.close());

describe('the API reference', () => {
  it('leads to every group and every operation', async () => {
    const overview = await read('/docs/api');
    for (const { name } of tags) expect(overview).toContain(`href="api/${name.toLowerCase()}"`);
    for (const [name, operation] of operations)
      expect(overview).toContain(`href="${pageOf(operation).slice('/docs/'.length)}#${name}"`);
  });

  it.each(operations)('describes %s: route, every field, every status and every code of its ids', async (name, operation) => {
    const section = await sectionOf(name, operation);
    const { method, path } = operation;
    expect(section).toContain(`<span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>`);
    for (const field of Object.keys(operation.input.shape)) expect(section).toContain(`<td><code>${field}</code>`);
    for (const status of statusesOf(operation)) expect(textOf(section)).toMatch(new RegExp(`(^|Answer )${status}\\b`, 'm'));
    for (const parameter of pathParameters(path)) {
      const { code } = (missing as Record<string, { code: string }>)[parameter] ?? {};
      if (code !== undefined) expect(section).toContain(`<code>${code}</code>`);
    }
  });

  it('says what is required, what is the default, and how long a text can be', async () => {
    const section = textOf(await sectionOf('sendMessage', contract().sendMessage));
    expect(section).toContain('content requiredstring1 to 1,048,576 characters');
    expect(section).toMatch(/type.*default "text"/);
    expect(section).toContain('array of string (uuid)1 to 50 entries');
  });

  it('describes every object that it names, and every event', async () => {
    const objects = await read('/docs/api/objects');
    const pages = await Promise.all([...new Set(operations.map(([, operation]) => pageOf(operation)))].map(read));
    const named = new Set(
      [...pages, objects].flatMap((page) => [...page.matchAll(/href="objects#(\w+)"/g)].map(([, name]) => name!)),
    );
    expect(named.size).toBeGreaterThan(50);
    for (const name of named) expect(objects).toContain(`id="${name}"`);
    expect(Object.keys(document.components.schemas).filter((name) => !name.endsWith('Request') && !named.has(name))).toEqual([]);
  });

  it('has pages of at most 24 kB, compressed', async () => {
    for (const path of ['', '/objects', ...tags.map(({ name }) => `/${name.toLowerCase()}`)])
      expect(gzipSync(await read(`/docs/api${path}`)).length, path).toBeLessThan(24_000);
  });

  it('has examples that work as they are', async () => {
    for (const name of ['health', 'createSpace', 'ask', 'askByQuery', 'startLink'] as const) {
      const [, code = ''] = /<pre tabindex="0"><code>([^]*?)<\/code>/.exec(await sectionOf(name, contract()[name])) ?? [];
      const { stdout } = await promisify(execFile)('bash', ['-c', textOf(code).replace('curl', 'curl -sS --fail-with-body')]);
      expect(Object.keys(JSON.parse(stdout) as object), name).not.toContain('error');
    }
  });

  it.each(operations)('has an example of %s with the SDK that sends what its example has', async (name, operation) => {
    const [, code] =
      /With the <a[^>]+>SDK<\/a><\/figcaption><pre tabindex="0"><code>([^]*?)<\/code>/.exec(await sectionOf(name, operation)) ??
      [];
    expect(code !== undefined).toBe(formOf(operation).kind === 'json' && operation.auth !== 'invitation');
    if (code === undefined) return;
    const { spaceId } = operation.example.input as { spaceId?: string };
    const client = (beside: object) => ({ call: (called: string, input: object) => [called, { ...beside, ...input }] });
    const clients = { parley: client({}), space: client({ spaceId }) };
    const answer: unknown = await runInNewContext(`(async () => { ${textOf(code)} return answer; })()`, clients);
    expect(answer).toEqual([name, operation.example.input]);
  });

  it('is one address: with a slash, it redirects', async () => {
    const { status, headers } = await served.ask('GET', '/docs/api/');
    expect([status, new URL(String(headers['location']), `${served.url}/docs/api/`).pathname]).toEqual([308, '/docs/api']);
  });
});
