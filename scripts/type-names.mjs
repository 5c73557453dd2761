// One name, one definition: types that a package declares more than once, outside of tests and generated code. Says how many there are, and
// with `--list` where. With `--check` fails if there are more than `most`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is left of a time before this rule. It only goes down. */
const most = 9;

const product = /^((?:packages|apps)\/[^/]+)\/src\/.*\.tsx?$/;
const excluded = /\.(?:test|fixture|d)\.tsx?$|\/generated\/|^packages\/(?:conformance|testing)\//;
const declaration = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm;

/** The files of each name that a package declares more than once. */
export function repeatedIn(root) {
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
  const places = new Map();
  for (const path of paths) {
    const [, source] = product.exec(path) ?? [];
    if (!source || excluded.test(path)) continue;
    for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(declaration)) {
      const key = `${source} ${name}`;
      places.set(key, [...(places.get(key) ?? []), path]);
    }
  }
  return [...places].filter(([, files]) => files.length > 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const repeated = repeatedIn(join(dirname(process.argv[1]), '..'));
  const sum = repeated.reduce((all, [, files]) => all + files.length, 0);
  if (process.argv.includes('--list'))
    for (const [key, files] of repeated.toSorted((a, b) => b[1].length - a[1].length))
      console.log(`${files.length} ${key}\n    ${files.join('\n    ')}`);
  console.log(`${repeated.length} names of types have more than one definition, ${sum} in all`);
  if (process.argv.includes('--check') && repeated.length > most) {
    console.error(`More than ${most}: give one of them a name of its own (npm run type-names -- --list)`);
    process.exitCode = 1;
  }
}
