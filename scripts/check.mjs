// Everything that is quick: types, lint (with the boundaries of packages and folders), format, dead code, unit tests. All run, then the
// failed ones are listed. turbo remembers what passed: types and unit tests run only for what has changed, and for what depends on it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => join(root, 'node_modules/.bin', name);
const asked = process.argv.slice(2);
const failed = new Set();

// turbo prints notices that nobody needs, so its output is shown only when it fails.
const turbo = (name, ...words) => step(name, bin('turbo'), 'run', ...words, '--output-logs=errors-only');
const types = turbo('types', 'build', 'types');
// Most steps use one processor for most of their time, so two run at a time. Those that read what was built wait for it.
await Promise.all([
  types.then(() => turbo('unit tests', 'unit', '--concurrency=2')),
  step('lint', process.execPath, join(root, 'scripts/circles.mjs'))
    .then(() => step('toll', process.execPath, join(root, 'scripts/toll.mjs'), '--check'))
    .then(() => step('type names', process.execPath, join(root, 'scripts/type-names.mjs'), '--check'))
    .then(() => types)
    .then(() => step('walk', process.execPath, join(root, 'scripts/walk.mjs'), '--check'))
    .then(() => step('format', bin('oxfmt'), '--check'))
    .then(() => types)
    .then(() => step('lint', bin('oxlint'), '--type-aware', '--deny-warnings'))
    .then(() => step('dead code', bin('knip'))),
]);

if (failed.size) {
  console.error(`\nfailed: ${[...failed].join(', ')}`);
  process.exit(1);
}

/** Runs a command, and prints its output when it has ended. */
async function step(name, command, ...words) {
  if (asked.length && !asked.includes(name)) return;
  const colours = process.stdout.isTTY && { FORCE_COLOR: '1' };
  const env = { ...colours, ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
  const child = spawn(command, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env });
  const said = [];
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', (text) => said.push(text));
  const [code] = await once(child, 'close').catch((error) => [said.push(`${error}\n`)]);
  if (code !== 0) failed.add(name);
  process.stdout.write(`\n— ${name}\n`);
  if (code !== 0 || command !== bin('turbo')) process.stdout.write(said.join(''));
}
