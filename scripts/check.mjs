// Everything that is quick: types, lint (with the boundaries of packages and folders), format, dead code, unit tests. All run, then the failed ones are listed.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => join(root, 'node_modules/.bin', name);
const steps = [
  ['types', bin('turbo'), 'run', 'build', 'types', '--output-logs=errors-only'],
  ['lint', bin('oxlint'), '--type-aware', '--deny-warnings'],
  ['lint', process.execPath, join(root, 'scripts/circles.mjs')],
  ['format', bin('oxfmt'), '--check'],
  ['dead code', bin('knip')],
  ['unit tests', process.execPath, join(root, 'scripts/test.mjs'), '--unit'],
];
const asked = process.argv.slice(2);

const failed = steps.filter(([name, command, ...words]) => {
  if (asked.length && !asked.includes(name)) return false;
  console.log(`\n— ${name}`);
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
  // turbo prints notices that nobody needs, so its output is shown only when it fails.
  const isTurbo = command === bin('turbo');
  const { status, stdout } = spawnSync(command, words, {
    cwd: root,
    stdio: ['inherit', isTurbo ? 'pipe' : 'inherit', 'inherit'],
    env,
  });
  if (stdout && status !== 0) process.stdout.write(stdout);
  return status !== 0;
});

if (failed.length) {
  console.error(`\nfailed: ${[...new Set(failed.map(([name]) => name))].join(', ')}`);
  process.exit(1);
}
