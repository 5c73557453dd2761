// Runs the tests of all packages and prints one total at the end, after what was skipped. All files share one pool, so that no worker
// waits while there is work. Tests wait much themselves: so two more files run at a time than there are processors.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { quickly } from './quickly.mjs';
import { slow } from './slow-tests.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const fromTesting = createRequire(join(root, 'packages/testing/package.json'));
const fromVitest = createRequire(fromTesting.resolve('vitest/package.json'));
const { startVitest } = await import(pathToFileURL(fromTesting.resolve('vitest/node')).href);
const { loadConfigFromFile } = await import(pathToFileURL(fromVitest.resolve('vite')).href);

/** Our own packages are tested as they were built, and are loaded like any other, not transformed once more by each process. */
const server = { deps: { external: [/\/packages\/\w+\/dist\//] } };

/** `TEST_COSTS=FILE` writes there what each test file costs. */
const measured = process.env.TEST_COSTS && { setupFiles: [join(root, 'packages/testing/costs.mjs')] };

/**
 * Files of one project follow each other, because only they share a process, and each new one loads everything once more. Projects with
 * slow files begin; units are last, because they are short.
 */
class LongestFirst {
  async sort(files) {
    const slowest = new Map();
    for (const file of files) slowest.set(file.project, Math.min(slownessOf(file), slowest.get(file.project) ?? Infinity));
    const projects = [...slowest.keys()].toSorted((a, b) => isUnit(a.name) - isUnit(b.name) || slowest.get(a) - slowest.get(b));
    const place = ({ project }) => projects.indexOf(project);
    return files.toSorted((a, b) => place(a) - place(b) || slownessOf(a) - slownessOf(b));
  }
}

// Before Vitest starts its workers, which inherit it.
const quick = quickly(process.env);
if (quick.TMPDIR) quick.TMPDIR = scratchIn(quick.TMPDIR);
Object.assign(process.env, quick);

const isUnit = (name) => name.endsWith(':unit');
const projects = (await Promise.all(folders().map(projectsIn))).flat();
// Other words choose files: a path from here, or a part of one inside its package.
const words = process.argv.slice(2).filter((word) => word !== '--unit');
const vitest = await startVitest('test', words, {
  root,
  config: false,
  run: true,
  projects: process.argv.includes('--unit') ? projects.filter(({ test }) => isUnit(test.name)) : projects,
  maxWorkers: availableParallelism() + 2,
  sequence: { sequencer: LongestFirst },
});

const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const passed = tests.filter((test) => test.result().state === 'passed');
const skipped = tests.filter((test) => test.result().state === 'skipped');
const failures = [
  ...[...modules, ...modules.flatMap((module) => [...module.children.allSuites()]), ...tests].flatMap((task) => failuresOf(task)),
  ...vitest.state.getUnhandledErrors().map((error) => `outside of a test: ${textOf(error)}`),
];

if (skipped.length > 0) console.log(`\nskipped:\n${skipped.map((test) => `  ${nameOf(test)}`).join('\n')}`);
// Last, because whoever reads the output of a long run reads its end.
for (const failure of failures) console.log(`\nfailed: ${failure.slice(0, 2_000)}`);
console.log(`\n${passed.length} passed, ${failures.length} failed, ${skipped.length} skipped`);
process.exit(failures.length > 0 || passed.length === 0 ? 1 : 0);

/** A folder for this run that ends with it: what tests leave behind would stay in memory. */
function scratchIn(folder) {
  const own = mkdtempSync(join(folder, 'parley-tests-'));
  // PostgreSQL runs as another user, who has to get through.
  chmodSync(own, 0o755);
  process.once('exit', () => {
    try {
      rmSync(own, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      // A process that was just killed can still write there; that is no result of a test.
      console.warn(`${own} could not be removed: ${error.message}`);
    }
  });
  return own;
}

/** All folders of packages. */
function folders() {
  const inside = (folder) => readdirSync(join(root, folder)).map((name) => join(folder, name));
  return [...inside('packages'), ...inside('apps'), 'load'].filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** The projects of a package's own configuration; without any, its tests are quick. */
async function projectsIn(folder) {
  const file = join(root, folder, 'vitest.config.ts');
  if (!existsSync(file)) return [];
  const { config } = await loadConfigFromFile({ command: 'serve', mode: 'test' }, file);
  const { resolve, test: tests } = config;
  const { projects: own = [{ extends: true, test: {} }], ...shared } = tests;
  return own.map((project) => {
    const test = { ...(project.extends && shared), ...project.test };
    return {
      root: join(root, folder),
      ...(resolve && { resolve }),
      test: { ...test, ...measured, server, name: `${folder}:${test.name ?? 'unit'}`, fileParallelism: true },
    };
  });
}

function slownessOf({ moduleId }) {
  const place = slow.indexOf(relative(root, moduleId));
  return place < 0 ? slow.length : place;
}

function failuresOf(task) {
  const errors = task.type === 'test' ? (task.result().errors ?? []) : task.errors();
  const isFailed = task.type !== 'test' || task.result().state === 'failed';
  return isFailed && errors.length > 0 ? [[nameOf(task), ...errors.map(textOf)].join('\n')] : [];
}

function nameOf(task) {
  const module = task.type === 'module' ? task : task.module;
  return [module.project.name, module.relativeModuleId, ...(task.type === 'module' ? [] : [task.fullName])].join(' ');
}

function textOf(error) {
  return error.stack ?? error.message ?? String(error);
}
