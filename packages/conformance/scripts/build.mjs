// Bundles the suite with the contract, so that it runs without installing anything else.
import { build } from 'esbuild';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

await rm(at('dist'), { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: at('.'),
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  metafile: true,
  logLevel: 'warning',
});
await chmod(at('dist/main.js'), 0o755);

const bundled = Object.keys(metafile.inputs).flatMap((path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
const notices = [...new Set(bundled)].map(async (folder) => {
  const { name, version } = JSON.parse(await readFile(at(`${folder}/package.json`), 'utf8'));
  return `${name} ${version}\n\n${await readFile(at(`${folder}/LICENSE`), 'utf8')}`;
});
await writeFile(at('dist/THIRD-PARTY-LICENSES.txt'), (await Promise.all(notices)).join(`\n${'-'.repeat(80)}\n`));
