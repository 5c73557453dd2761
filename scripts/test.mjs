// Runs the tests of all packages and prints one total at the end, after what was skipped. They wait much: so one more runs at a time
// than there are processors, the longest first, and those that take long are dealt out in parts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const reports = mkdtempSync(join(tmpdir(), 'parley-tests-'));
const unit = process.argv.includes('--unit');
const total = { passed: 0, failures: /** @type {string[]} */ ([]), skipped: /** @type {string[]} */ ([]) };

/** What takes longest, in the order of that. Conformance runs on each database, and cannot be dealt out otherwise. */
const long = [
  { folder: 'packages/server', parts: shards(6), unitParts: shards(2) },
  { folder: 'apps/cli', parts: shards(2) },
  { folder: 'packages/sdk', parts: shards(2) },
  { folder: 'packages/conformance', parts: ['--project=pglite', '--project=postgres', '--project=proofs', '--project=unit'] },
];
const rankOf = (folder) => {
  const rank = long.findIndex((each) => each.folder === folder);
  return rank < 0 ? long.length : rank;
};
const jobs = packages()
  .toSorted((a, b) => rankOf(a) - rankOf(b))
  .flatMap((folder) => {
    const { name, scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const script = scripts?.[unit ? 'test:unit' : 'test'];
    if (!script) return [];
    const parts = long[rankOf(folder)]?.[unit ? 'unitParts' : 'parts'] ?? shards(1);
    return parts.map((part) => ({ folder, name, script, part }));
  });

// One of them is heard at once, the others after each job: nobody reads several at the same time.
await Promise.all(Array.from({ length: availableParallelism() + 1 }, (_, i) => work(i === 0)));

async function work(isHeard) {
  for (let job = jobs.shift(); job; job = jobs.shift()) await run(job, isHeard);
}

async function run({ folder, name, script, part }, isHeard) {
  const report = join(reports, `${name} ${part}`.replaceAll('/', '-') + '.json');
  const vitest = join(root, folder, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const words = [vitest, ...script.split(' ').slice(1), part, ...reporters];
  const testing = spawn(process.execPath, words, { cwd: join(root, folder), stdio: ['inherit', 'pipe', 'pipe'] });
  const said = [];
  const hear = isHeard ? (chunk) => process.stdout.write(chunk) : (chunk) => said.push(chunk);
  for (const output of [testing.stdout, testing.stderr]) output.on('data', hear);
  const [status] = await once(testing, 'close');
  process.stdout.write(`\n${name} ${part}\n${Buffer.concat(said).toString()}`);
  count(`${name} ${part}`, report, status);
}

rmSync(reports, { recursive: true, force: true });
if (total.skipped.length > 0) console.log(`\nskipped:\n${total.skipped.map((test) => `  ${test}`).join('\n')}`);
// Last, because whoever reads the output of a long run reads its end.
for (const failure of total.failures) console.log(`\nfailed: ${failure}`);
console.log(`\n${total.passed} passed, ${total.failures.length} failed, ${total.skipped.length} skipped`);
if (total.failures.length > 0 || total.passed === 0) process.exit(1);

function packages() {
  const inside = (folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : [];
  return [...inside('packages'), ...inside('apps'), 'bench'].filter((folder) => existsSync(join(root, folder, 'package.json')));
}

function count(job, report, status) {
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const tests = results.flatMap((file) => file.assertionResults);
  total.passed += tests.filter((test) => test.status === 'passed').length;
  const unrun = tests.filter((test) => !['passed', 'failed'].includes(test.status));
  total.skipped.push(...unrun.map(({ fullName }) => `${job}: ${fullName}`));
  const failures = [
    ...tests.filter((test) => test.status === 'failed').map((test) => [test.fullName, ...test.failureMessages]),
    ...results.filter((file) => file.status === 'failed' && file.message).map((file) => [file.name, file.message]),
  ];
  if (failures.length === 0 && status !== 0) failures.push([`ended with ${status}`]);
  total.failures.push(...failures.map((lines) => `${job}: ${lines.join('\n').slice(0, 2000)}`));
}

function shards(count) {
  return Array.from({ length: count }, (_, i) => `--shard=${i + 1}/${count}`);
}
