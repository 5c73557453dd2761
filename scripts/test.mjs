// Runs the tests of all packages and prints one total at the end. They wait much, so two run at a time, and the server's, which take longest, in parts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const reports = mkdtempSync(join(tmpdir(), 'parley-tests-'));
const unit = process.argv.includes('--unit');
const total = { passed: 0, failed: 0, skipped: 0 };
let broken = false;

const longest = ['packages/server', 'apps/cli', 'packages/conformance'];
const shards = unit ? 1 : 3;
const rankOf = (folder) => (longest.includes(folder) ? longest.indexOf(folder) : longest.length);
const jobs = packages()
  .toSorted((a, b) => rankOf(a) - rankOf(b))
  .flatMap((folder) => {
    const { name, scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const script = scripts?.[unit ? 'test:unit' : 'test'];
    if (!script) return [];
    const parts = folder === longest[0] ? shards : 1;
    return Array.from({ length: parts }, (_, i) => ({ folder, name, script, part: `${i + 1}/${parts}` }));
  });

// One of the two is heard at once, the other after each job: nobody reads both at the same time.
await Promise.all([work(true), work(false)]);

async function work(isHeard) {
  for (let job = jobs.shift(); job; job = jobs.shift()) await run(job, isHeard);
}

async function run({ folder, name, script, part }, isHeard) {
  const report = join(reports, `${name} ${part}`.replaceAll('/', '-') + '.json');
  const vitest = join(root, folder, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const words = [vitest, ...script.split(' ').slice(1), `--shard=${part}`, ...reporters];
  const testing = spawn(process.execPath, words, { cwd: join(root, folder), stdio: ['inherit', 'pipe', 'pipe'] });
  const said = [];
  const hear = isHeard ? (chunk) => process.stdout.write(chunk) : (chunk) => said.push(chunk);
  for (const output of [testing.stdout, testing.stderr]) output.on('data', hear);
  const [status] = await once(testing, 'close');
  process.stdout.write(`\n${name} ${part}\n${Buffer.concat(said).toString()}`);
  if (status !== 0) broken = true;
  count(report);
}

rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
if (broken || total.failed > 0 || total.passed === 0) process.exit(1);

function packages() {
  const inside = (folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : [];
  return [...inside('packages'), ...inside('apps'), 'bench'].filter((folder) => existsSync(join(root, folder, 'package.json')));
}

function count(report) {
  if (!existsSync(report)) {
    broken = true;
    return;
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
  total.passed += numPassedTests;
  total.failed += numFailedTests;
  total.skipped += numPendingTests + numTodoTests;
}
