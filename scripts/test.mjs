// Runs the tests of all packages and prints one total at the end. The server's take longest, and wait much: the others run beside them.
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

const longest = 'packages/server';
await Promise.all([
  run(longest),
  (async () => {
    for (const folder of packages()) if (folder !== longest) await run(folder);
  })(),
]);

async function run(folder) {
  const { name, scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const script = scripts?.[unit ? 'test:unit' : 'test'];
  if (!script) return;
  const report = join(reports, `${folder.replaceAll('/', '-')}.json`);
  const vitest = join(root, folder, 'node_modules/vitest/vitest.mjs');
  const words = [vitest, ...script.split(' ').slice(1), '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const testing = spawn(process.execPath, words, { cwd: join(root, folder), stdio: ['inherit', 'pipe', 'pipe'] });
  // One of the two is heard at once, the other when it is done: nobody reads both at the same time.
  const said = [];
  const hear = folder === longest ? (chunk) => process.stdout.write(chunk) : (chunk) => said.push(chunk);
  for (const output of [testing.stdout, testing.stderr]) output.on('data', hear);
  const [status] = await once(testing, 'close');
  process.stdout.write(`\n${name}\n${Buffer.concat(said).toString()}`);
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
