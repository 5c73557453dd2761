import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import * as sdk from '../../src/index.ts';
import { packageDir, run } from '../run.ts';

const server = inject('server');
const guide = join(packageDir, '../../docs/sdk.md');
const pages = {
  'docs/sdk.md': guide,
  'docs/guide/decisions.md': join(packageDir, '../../docs/guide/decisions.md'),
  'docs/guide/attention.md': join(packageDir, '../../docs/guide/attention.md'),
  'README.md': join(packageDir, 'README.md'),
};
/** Inside the package, where its own name leads to what was built. */
const folder = join(packageDir, '.cache/docs-test');

interface Block {
  page: string;
  line: number;
  language: string;
  code: string;
}

/** What the code of the pages uses without declaring it. */
const frame = (code: string): string => `import * as sdk from '@parley/sdk';
const { Parley, ConflictError, LockedError, LockLostError, NoOutcomeError, NoReplyError, NotFoundError, ProposalEndedError, ProposalStaleError, TimeoutError } = sdk;
const { TaskClaimedError, VersionConflictError, envelope, imageFrom } = sdk;
declare const space: sdk.Space, parley: sdk.Parley, plan: sdk.Artifact, shutdown: AbortController;
declare const taskId: string, decisionId: string, other: sdk.Task;
declare const file: File, baseUrl: string, spaceId: string, agentLink: string, lastId: number, payment: { id: string };
declare const store: { save(id: number): Promise<void> }, log: Record<'debug' | 'warn', (what: unknown) => void>;
declare function answer(message: sdk.MessageView): Promise<void>;
declare function keep(key: string): Promise<void>;
declare function isWelcome(who: sdk.ParticipantView): Promise<boolean>;
declare function check(text: string | undefined, options: { signal: AbortSignal }): Promise<string>;
declare function improve(text: string): Promise<string>;
export async function piece() {
${code}
}
`;

async function blocksOf(page: string, file: string): Promise<Block[]> {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(/^```(ts|js runnable)\n(.*?)^```$/gms)].map(({ 1: language, 2: code, index }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    language: language!,
    code: code!,
  }));
}

const blocks = (await Promise.all(Object.entries(pages).map(([page, file]) => blocksOf(page, file)))).flat();

beforeAll(() => void mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the guide', () => {
  test('has pieces of code that compile with the client', async () => {
    const pieces = blocks.filter(({ language }) => language === 'ts');
    expect(pieces.length).toBeGreaterThan(10);
    const files = pieces.map(({ page, line, code }) => {
      const name = `${page.replace(/\W/g, '-')}-line-${line}.ts`;
      writeFileSync(join(folder, name), frame(code));
      return name;
    });
    const compilerOptions = { noEmit: true, composite: false, lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'] };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../../../tsconfig.base.json', compilerOptions, files }),
    );
    const { code, said } = await run(join(packageDir, 'node_modules/.bin/tsc'), ['-p', folder]);
    expect(code, said).toBe(0);
  });

  for (const { page, line, code } of blocks.filter(({ language }) => language === 'js runnable')) {
    test(`has a program at ${page}:${line} that runs`, async () => {
      const script = join(folder, `line-${line}.mjs`);
      writeFileSync(script, code.replace('http://127.0.0.1:8787', server.url));
      const ran = await run(process.execPath, [script], { env: { PARLEY_URL: server.url } });
      expect(ran.code, ran.said).toBe(0);
      expect(ran.said).toMatch(/^(Bob: Hello!|ConflictError \(space_closed\): .+)\n$/);
    });
  }

  test('names all that is exported', async () => {
    const text = await readFile(guide, 'utf8');
    const dist = join(packageDir, 'dist');
    const described = (await readdir(dist, { recursive: true })).filter((file) =>
      /(exports|errors|options|types)\.d\.ts$/.test(file),
    );
    const files = ['index.d.ts', 'agents.d.ts', 'space.d.ts', ...described];
    const declared = (await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))).join('\n');
    const types = [...declared.matchAll(/^export (?:declare )?(?:interface|type|class) (\w+)/gm)].map(([, name]) => name!);
    const listed = [...declared.matchAll(/export (?:type )?\{([^}]+)\}/g)].flatMap(([, names]) =>
      names!.split(',').map((name) => name.replace(/.* (?=\w)/s, '')),
    );
    const inputs = Object.keys(sdk.operations).map((name) => `${name}input`.toLowerCase());
    const names = new Set([...types, ...listed.map((name) => name.trim()), ...Object.keys(sdk)]);
    expect(names.size).toBeGreaterThan(60);
    const named = [...names].filter((name) => !inputs.includes(name.toLowerCase()));
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  test('has every section that a docstring links to, in the copy that the package has', async () => {
    const dist = join(packageDir, 'dist');
    const declarations = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
    const texts = await Promise.all(declarations.map((file) => readFile(join(dist, file), 'utf8')));
    const links = [...new Set(texts.flatMap((text) => [...text.matchAll(/@see (\S+)/g)].map(([, link]) => link!)))];
    expect(links.length).toBeGreaterThan(8);
    const copy = await readFile(join(packageDir, 'docs/sdk.md'), 'utf8');
    expect(copy).not.toMatch(/\]\((?!#|https?:)/);
    const shown = await (await fetch(`${server.url}/docs/sdk`)).text();
    for (const link of links) {
      const [, section] = /^docs\/sdk\.md#([\w-]+)$/.exec(link) ?? [];
      expect(section, link).toBeDefined();
      const words = section!.replaceAll('-', '[ -]');
      expect(copy, link).toMatch(new RegExp(`^##+ \`?${words}\`?$`, 'im'));
      expect(shown, link).toContain(`id="${section}"`);
    }
    expect(texts.join()).not.toMatch(/specification/i);
  });
});
