// Every root command passes here: it brings the pinned pnpm, installs what the lockfile says when that changed, and runs the task.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [task = 'help', ...args] = process.argv.slice(2);

const pnpm = (...words) => ['npm', 'exec', '--yes', `--package=${packageManager}`, '--', 'pnpm', ...words];
const turbo = (...words) => pnpm('exec', 'turbo', 'run', ...words);
const node = (...words) => [process.execPath, ...words];

const build = turbo('build', '--output-logs=errors-only');
const tasks = {
  build: [build],
  start: [
    turbo('build', '--filter=@parley/server...', '--output-logs=errors-only'),
    node('packages/server/dist/main.js', ...args),
  ],
  dev: [turbo('build', '--filter=@parley/server...', '--output-logs=errors-only'), node('scripts/dev.mjs', ...args)],
  test: [build, node('scripts/test.mjs', ...args)],
  check: [pnpm('exec', 'node', 'scripts/check.mjs', ...args)],
  bench: [build, node('bench/dist/main.js', ...args)],
  conformance: [build, node('packages/conformance/dist/main.js', ...args)],
  siege: [build, node('bench/dist/siege/main.js', ...args)],
};

if (!tasks[task]) {
  console.error(`Unknown task "${task}"; there are: ${Object.keys(tasks).join(', ')}`);
  process.exit(2);
}
await install();
for (const command of tasks[task]) await run(command);

async function install() {
  const stamp = join(root, 'node_modules/.cache/parley-install');
  const digest = digestOf(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests()]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await run(pnpm('install', '--frozen-lockfile', '--reporter=append-only'), { quiet: true });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

function manifests() {
  const folders = ['packages', 'apps'].flatMap((folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : [],
  );
  return [...folders, 'bench'].map((folder) => join(folder, 'package.json')).filter((file) => existsSync(join(root, file)));
}

function digestOf(files) {
  const hash = createHash('sha256').update(`${packageManager} ${process.versions.modules}`);
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** npm forwards no signals and outlives nobody: signals are passed on here, and the child ends when our parent is gone. */
function run([command, ...words], { quiet = false } = {}) {
  const child = spawn(command, words, { cwd: root, stdio: ['inherit', quiet ? 'pipe' : 'inherit', 'inherit'] });
  let said = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      process.exit(1);
    });
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.off(name, forward);
      if (code === 0) return resolve();
      if (quiet) process.stdout.write(said);
      process.exit(signal ? 128 : (code ?? 1));
    });
  });
}
