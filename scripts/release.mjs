// The two steps of the workflow that releases: `version` collects the changesets, `publish` publishes what has a new version.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const steps = { version, publish };
const [step] = process.argv.slice(2);
if (!Object.hasOwn(steps, step)) {
  console.error('Usage: npm run release -- version | publish');
  process.exit(2);
}
process.exitCode = await steps[step]();

async function version() {
  const code = await command('changeset', 'version');
  if (code !== 0) return code;
  const { version } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'));
  edit('deploy/helm/parley/Chart.yaml', (text) => text.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`));
  return command('pnpm', 'install', '--lockfile-only', '--no-frozen-lockfile');
}

/** A package that is published with provenance must name the repository that it comes from. A fork has another one. */
async function publish() {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
  if (GITHUB_REPOSITORY) {
    const url = `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`;
    for (const directory of packages()) {
      edit(`${directory}/package.json`, (text) => {
        const manifest = { ...JSON.parse(text), repository: { type: 'git', url, directory } };
        return `${JSON.stringify(manifest, null, 2)}\n`;
      });
    }
  }
  return command('changeset', 'publish');
}

function packages() {
  return ['packages', 'apps'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`));
}

function edit(path, change) {
  const file = join(root, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

function command(...words) {
  return run(words, { cwd: root });
}
