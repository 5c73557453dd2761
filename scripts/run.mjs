// Every root command passes here: it installs the pinned pnpm and what the lockfile says, if that changed, builds, and runs the task.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';
import { step } from './progress.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [task = 'help', ...args] = process.argv.slice(2);

const pnpm = (...words) => ['npm', 'exec', '--yes', `--package=${packageManager}`, '--', 'pnpm', ...words];
const node = (...words) => [process.execPath, ...words, ...args];

/** `builds` lists the packages to build with what they depend on; an empty list means all packages. */
const tasks = {
  build: { builds: [] },
  start: { builds: ['@parley/server', '@parley/cli'], runs: node('packages/server/dist/main.js') },
  dev: { builds: ['@parley/server'], runs: node('scripts/dev.mjs') },
  test: { builds: [], runs: node('scripts/test.mjs') },
  'test:all': { builds: [], runs: node('scripts/test.mjs', '--all') },
  check: { runs: pnpm('exec', 'node', 'scripts/check.mjs', ...args) },
  bench: { builds: [], runs: node('load/dist/bench/main.js') },
  conformance: { builds: [], runs: node('packages/conformance/dist/main.js') },
  release: { builds: [], runs: pnpm('exec', 'node', 'scripts/release.mjs', ...args) },
  siege: { builds: [], runs: node('load/dist/siege/main.js') },
  soak: { builds: [], runs: node('load/dist/soak/main.js') },
  toll: { runs: node('scripts/toll.mjs') },
  'type-names': { runs: node('scripts/type-names.mjs') },
  walk: { builds: ['@parley/server'], runs: node('scripts/walk.mjs') },
};

if (!tasks[task]) {
  console.error(`Unknown task "${task}". The tasks are: ${Object.keys(tasks).join(', ')}`);
  process.exit(2);
}
const { builds, runs } = tasks[task];
Object.assign(process.env, { TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' });
await install();
if (builds) await build(builds);
if (runs) process.exitCode = await run(runs, { cwd: root, hear: (text) => process.stderr.write(text) });

async function install() {
  const stamp = join(root, 'node_modules/.cache/parley-install');
  const digest = digestOf(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests()]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  // Nobody can answer a question whose text is captured.
  const flags = ['--frozen-lockfile', '--reporter=append-only', '--config.confirm-modules-purge=false'];
  await step('Installing packages', pnpm('install', ...flags), root);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

function build(packages) {
  const filters = packages.map((name) => `--filter=${name}...`);
  return step('Building', pnpm('exec', 'turbo', 'run', 'build', '--output-logs=errors-only', ...filters), root);
}

function manifests() {
  const folders = ['packages', 'apps'].flatMap((folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : [],
  );
  return [...folders, 'load'].map((folder) => join(folder, 'package.json')).filter((file) => existsSync(join(root, file)));
}

function digestOf(files) {
  const hash = createHash('sha256').update(`${packageManager} ${process.versions.modules}`);
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
