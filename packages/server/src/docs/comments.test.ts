import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n');

/** All ends of the paths of the repository: a comment names a file from whatever folder its reader knows. */
const ends = new Set(listed.flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(i).join('/'))));

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const paths = /(?:[\w@.-]+\/)+[\w@.-]+\.(?:[cm]?[jt]sx?|json|md|sql|ya?ml|html|css)\b/g;

/** The files that the comments of a text name and that do not exist. */
const missingIn = (text: string): string[] =>
  [...text.matchAll(comments)]
    .flatMap(([comment]) => comment.match(paths) ?? [])
    .filter((path) => !ends.has(path.replace(/^(?:\.\.?\/)+/, '')));

it('comments name no file that is not there', () => {
  const code = listed.filter((path) => /\.[cm]?[jt]sx?$/.test(path));
  const missing = code.flatMap((path) => missingIn(readFileSync(join(root, path), 'utf8')).map((named) => `${path}: ${named}`));
  expect(missing).toEqual([]);
});

it('a comment that names a file that is not there is found', () => {
  const code = ['/', '** See `engine/gone.ts`. */\n// and src/docs/links.test.ts\nimport "./elsewhere/too.ts";'].join('');
  expect(missingIn(code)).toEqual(['engine/gone.ts']);
});
