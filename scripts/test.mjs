// Runs the tests of all packages, one package after the other, and prints one total at the end.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const reports = mkdtempSync(join(tmpdir(), 'parley-tests-'));
const unit = process.argv.includes('--unit');
const total = { passed: 0, failed: 0, skipped: 0 };
let broken = false;

for (const folder of packages()) {
  const { name, scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const script = scripts?.[unit ? 'test:unit' : 'test'];
  if (!script) continue;
  console.log(`\n${name}`);
  const report = join(reports, `${folder.replaceAll('/', '-')}.json`);
  const vitest = join(root, folder, 'node_modules/vitest/vitest.mjs');
  const words = [vitest, ...script.split(' ').slice(1), '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync(process.execPath, words, { cwd: join(root, folder), stdio: 'inherit' });
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
