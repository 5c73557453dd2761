// No circle of folders: in every folder of the sources, its files and its folders, each with all that it contains, import each other in
// one direction only. Imports of types count. Circles of files are left to oxlint (`import/no-cycle`).
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const code = /(?<!\.(test|fixture|d))\.[cm]?[jt]sx?$/;
const imports = /^(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** What is wrong with the imports in some folders of sources, each beside the manifest of its package. */
export function problemsIn(root, sources) {
  const levels = new Map(sources.flatMap((source) => [...levelsOf(root, source)]));
  const problems = [];
  for (const [folder, arrows] of levels) {
    const lines = circleOf([...arrows.keys()])?.map((arrow) => `  ${arrow}, in ${arrows.get(arrow)}`);
    if (lines) problems.push([`${folder}: a circle of folders:`, ...lines].join('\n'));
  }
  return problems;
}

/** For every folder, which of its entries import which others, each with a file that does. */
function levelsOf(root, source) {
  /** @type {Map<string, Map<string, string>>} */
  const levels = new Map();
  const targetOf = resolverOf(root, source);
  const names = readdirSync(join(root, source), { recursive: true }).filter((name) => code.test(name));
  for (const file of names.toSorted().map((name) => join(source, name))) {
    for (const [, stated, called] of readFileSync(join(root, file), 'utf8').matchAll(imports)) {
      const target = targetOf(file, stated ?? called);
      if (target === undefined || target === file) continue;
      const [from, to] = [file.split('/'), target.split('/')];
      const depth = from.findIndex((part, i) => part !== to[i]);
      const folder = from.slice(0, depth).join('/');
      const arrows = levels.get(folder) ?? new Map();
      levels.set(folder, arrows.set(`${from[depth]} -> ${to[depth]}`, file));
    }
  }
  return levels;
}

/** Finds the file of the same sources that an import names, by its path or by the name of the package. */
function resolverOf(root, source) {
  const { name, exports = {} } = JSON.parse(readFileSync(join(root, source, '../package.json'), 'utf8'));
  return (file, stated) => {
    const isOwn = stated === name || stated.startsWith(`${name}/`);
    if (!isOwn && !stated.startsWith('.')) return undefined;
    const built = isOwn && exports[`.${stated.slice(name.length)}`]?.default.replace('./dist/', '');
    const path = isOwn ? join(root, source, built ?? '') : resolve(root, dirname(file), stated);
    const found = [path, path.replace(/js$/, 'ts')].find((each) => code.test(each) && existsSync(each));
    return found?.startsWith(join(root, source, '/')) ? relative(root, found) : undefined;
  };
}

/** A circle that leads through a folder, as arrows; the shortest of that folder. */
function circleOf(arrows) {
  const edges = arrows.map((arrow) => [arrow, ...arrow.split(' -> ')]);
  const folders = new Set(edges.map(([, from]) => from).filter((from) => !code.test(from)));
  return [...folders].map((folder) => circleFrom(folder, edges)).find(Boolean);
}

function circleFrom(start, edges) {
  const seen = new Set();
  const paths = [{ at: start, path: [] }];
  for (const { at, path } of paths) {
    for (const [arrow, from, to] of edges) {
      if (from !== at || seen.has(to)) continue;
      if (to === start) return [...path, arrow];
      seen.add(to);
      paths.push({ at: to, path: [...path, arrow] });
    }
  }
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(process.argv[1]), '..');
  const packages = ['packages', 'apps'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`));
  const sources = [...packages, 'load'].map((each) => `${each}/src`).filter((each) => existsSync(join(root, each)));
  for (const problem of problemsIn(root, sources)) {
    console.error(problem);
    process.exitCode = 1;
  }
}
