// Runs tests of all packages and prints one total at the end, after what was skipped: unit tests, promises and surfaces; with `--all`
// every level, with other words the files whose path contains them. All files share one pool, so that no
// worker waits while there is work. Tests wait much themselves: so two more files run at a time than there are processors.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { quickly } from './quickly.mjs';
import { excess, knownCosts, newCosts, readCosts, startProbing } from './test-costs.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const fromTesting = createRequire(join(root, 'packages/testing/package.json'));
const fromVitest = createRequire(fromTesting.resolve('vitest/package.json'));
const { startVitest } = await import(pathToFileURL(fromTesting.resolve('vitest/node')).href);
const { loadConfigFromFile } = await import(pathToFileURL(fromVitest.resolve('vite')).href);

/** Our own packages are tested as they were built, and are loaded like any other, not transformed once more by each process. */
const built = [/\/packages\/\w+\/dist\//];

const canMeasure = existsSync('/proc/self/stat');
const costsFile = canMeasure ? newCosts() : undefined;
const measured = canMeasure && { setupFiles: [join(root, 'packages/testing/measure-costs.mjs')] };
const costs = knownCosts();

/**
 * Files of one project follow each other, because only they share a process, and each new one loads everything once more. What cost most
 * the last time begins, because begun last it would leave processors idle at the end; units are last, because they are short.
 */
class CostliestFirst {
  async sort(files) {
    const costOf = ({ moduleId }) => costs[relative(root, moduleId)] ?? 0;
    const costliest = new Map();
    for (const file of files) costliest.set(file.project, Math.max(costOf(file), costliest.get(file.project) ?? 0));
    const projects = [...costliest.keys()].toSorted(
      (a, b) => isUnit(a.name) - isUnit(b.name) || costliest.get(b) - costliest.get(a),
    );
    const place = ({ project }) => projects.indexOf(project);
    return files.toSorted((a, b) => place(a) - place(b) || costOf(b) - costOf(a));
  }
}

// Before Vitest starts its workers, which inherit it.
const quick = quickly(process.env);
if (quick.TMPDIR) quick.TMPDIR = scratchIn(quick.TMPDIR);
Object.assign(process.env, quick, costsFile && { TEST_COSTS: costsFile });

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const wanted = levelsOf(process.argv.slice(2));
const projects = (await Promise.all(folders().map(projectsIn))).flat().filter(({ test }) => wanted.includes(levelOf(test.name)));
const slowness = startProbing();
const vitest = await startVitest('test', words, {
  root,
  config: false,
  run: true,
  projects,
  maxWorkers: availableParallelism() + 2,
  sequence: { sequencer: CostliestFirst },
});

const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const passed = tests.filter((test) => test.result().state === 'passed');
const skipped = tests.filter((test) => test.result().state === 'skipped');
const failures = [
  ...[...modules, ...modules.flatMap((module) => [...module.children.allSuites()]), ...tests].flatMap((task) => failuresOf(task)),
  ...vitest.state.getUnhandledErrors().map((error) => `outside of a test: ${textOf(error)}`),
  ...overBudget(),
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

/** The projects of a package's own configuration. */
async function projectsIn(folder) {
  const file = join(root, folder, 'vitest.config.ts');
  if (!existsSync(file)) return [];
  const { config } = await loadConfigFromFile({ command: 'serve', mode: 'test' }, file);
  const { resolve, test: tests } = config;
  const { projects: own, ...shared } = tests;
  return own.map(({ test }) => ({
    root: join(root, folder),
    ...(resolve && { resolve }),
    test: {
      ...shared,
      ...test,
      ...measured,
      server: { deps: { external: [...built, ...(test.server?.deps.external ?? [])] } },
      name: `${folder}:${test.name}`,
      fileParallelism: true,
    },
  }));
}

/** A name of a project is its folder and its level. */
function levelOf(name) {
  return name.split(':')[1];
}

function isUnit(name) {
  return levelOf(name) === 'unit';
}

function levelsOf(args) {
  const usual = ['unit', 'promises', 'surfaces'];
  return args.length > 0 ? [...usual, 'full'] : usual;
}

/** The costs of this run, where all of it can be compared with the budget. */
function overBudget() {
  if (!costsFile) return [];
  const spent = readCosts(costsFile);
  return words.length === 0 && wanted.includes('promises') ? excess(spent, slowness()) : [];
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
