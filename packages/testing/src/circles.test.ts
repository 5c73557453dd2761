import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { problemsIn } from '../../../scripts/circles.mjs';

/** The problems of a made-up package with these files, by what they contain. */
function problems(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'parley-circles-'));
  const manifest = { name: '@made/up', exports: { '.': { default: './dist/index.js' } } };
  try {
    for (const [name, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
      mkdirSync(join(root, 'made-up', dirname(name)), { recursive: true });
      writeFileSync(join(root, 'made-up', name), text);
    }
    return problemsIn(root, ['made-up/src']);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const circle = (...arrows: [arrow: string, file: string][]) => [
  ['made-up/src: a circle of folders:', ...arrows.map(([arrow, file]) => `  ${arrow}, in made-up/src/${file}`)].join('\n'),
];

test('folders that import in one direction are no circle, nor are the files of one folder', () => {
  const files = {
    'src/main.ts': "import { a } from './a/a.ts';",
    'src/a/a.ts': "import { b } from '../b/b.ts';\nimport type { A } from './types.ts';",
    'src/a/types.ts': "import type { a } from './a.ts';",
    'src/b/b.ts': "import { readFileSync } from 'node:fs';\nimport { version } from '../version.ts';",
    'src/version.ts': '',
  };
  expect(problems(files)).toEqual([]);
});

test.each([
  ['a value', "import { a } from '../a/a.ts';"],
  ['a type', "import type { A } from '../a/a.ts';"],
  ['a list over several lines', "import {\n  a,\n  type A,\n} from '../a/a.ts';"],
  ['a side effect', "import '../a/a.ts';"],
  ['what is exported again', "export type * from '../a/a.ts';"],
  ['a type in its place', "const a: import('../a/a.ts').A = 1;"],
  ['what is built', "import { a } from '../a/a.js';"],
])('two folders are a circle by %s', (_, text) => {
  const files = { 'src/a/a.ts': "import { b } from '../b/b.ts';", 'src/b/b.ts': text };
  expect(problems(files)).toEqual(circle(['a -> b', 'a/a.ts'], ['b -> a', 'b/b.ts']));
});

test('a circle can lead through other files of its folders, through a file beside them, and through the name of the package', () => {
  const files = {
    'src/a/deep/one.ts': "import { b } from '../../b/b.ts';",
    'src/a/other.ts': '',
    'src/b/b.ts': "import type { Index } from '@made/up';",
    'src/index.ts': "export { other } from './a/other.ts';",
  };
  expect(problems(files)).toEqual(
    circle(['a -> b', 'a/deep/one.ts'], ['b -> index.ts', 'b/b.ts'], ['index.ts -> a', 'index.ts']),
  );
});

test('folders inside a folder are compared too', () => {
  const files = { 'src/a/b/b.ts': "import '../c/c.ts';", 'src/a/c/c.ts': "import '../b/b.ts';" };
  expect(problems(files)).toHaveLength(1);
});

test('tests and fixtures can import anything', () => {
  const files = { 'src/a/a.ts': "import '../b/b.ts';", 'src/b/b.ts': '', 'src/b/b.test.ts': "import '../a/a.ts';" };
  expect(problems(files)).toEqual([]);
});
