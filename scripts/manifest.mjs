// npm packs a manifest unchanged and does not understand `catalog:` and `workspace:`. So the `prepack` script of a package inserts the
// versions, and `postpack` restores the manifest. pnpm inserts the versions itself.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const [step] = process.argv.slice(2);
const written = 'package.json';
const kept = 'package.json.written';

if (!process.env.npm_config_user_agent?.startsWith('pnpm')) {
  // A copy that exists already was left by an interrupted pack.
  if (existsSync(kept)) renameSync(kept, written);
  if (step === 'prepack') {
    const text = readFileSync(written, 'utf8');
    writeFileSync(kept, text);
    writeFileSync(written, `${JSON.stringify(packed(JSON.parse(text)), null, 2)}\n`);
  }
}

/** The manifest without what only this repository needs. */
function packed({ scripts: _, devDependencies: __, ...manifest }) {
  const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies'].filter((kind) => manifest[kind]);
  return { ...manifest, ...Object.fromEntries(kinds.map((kind) => [kind, resolved(manifest[kind])])) };
}

function resolved(dependencies) {
  return Object.fromEntries(Object.entries(dependencies).map(([name, range]) => [name, versionOf(name, range)]));
}

function versionOf(name, range) {
  if (range === 'catalog:') return catalog().get(name) ?? fail(`the catalog has no ${name}`);
  if (range === 'workspace:*') return versionInWorkspace(name);
  return /^(catalog|workspace):/.test(range) ? fail(`the range ${range} of ${name} is not supported`) : range;
}

function catalog() {
  const [, block] = /^catalog:\n((?: .*\n)+)/m.exec(readFileSync(new URL('pnpm-workspace.yaml', root), 'utf8'));
  return new Map([...block.matchAll(/^ +'?([^':#\n]+)'?: (\S+)$/gm)].map(([, name, version]) => [name, version]));
}

function versionInWorkspace(name) {
  const manifest = new URL(`packages/${name.replace('@parley/', '')}/package.json`, root);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

function fail(why) {
  throw new Error(why);
}
