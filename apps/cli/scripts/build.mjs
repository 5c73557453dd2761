// Bundles the command so that it runs without node_modules; each command loads its chunks when it runs.
import { build } from 'esbuild';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledPackages, licences } from '../../../scripts/licences.mjs';

const { version } = createRequire(import.meta.url)('../package.json');
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { metafile } = await build({
  absWorkingDir: at('.'),
  entryPoints: ['src/main.ts', 'src/keychain.ts'],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // A native module, which is not available on every platform.
  external: ['@napi-rs/keyring'],
  define: { version: JSON.stringify(version) },
  // Some bundled packages are CommonJS and call require for modules of Node.
  banner: { js: 'const require = process.getBuiltinModule;' },
  minifySyntax: true,
  minifyWhitespace: true,
  // In the chunks, whose packages have no other notice for code that they contain.
  legalComments: 'eof',
  metafile: true,
  logLevel: 'warning',
});
await chmod(at('dist/main.js'), 0o755);
const notices = 'dist/THIRD-PARTY-LICENSES.txt';
await writeFile(at(notices), await licences(bundledPackages(Object.keys(metafile.inputs), at('.'))));

// Chunks of an earlier build are deleted last, so that a command that is running still finds its own.
const made = new Set([...Object.keys(metafile.outputs), notices].map(at));
await mkdir(at('dist/chunks'), { recursive: true });
for (const name of await readdir(at('dist'), { recursive: true, withFileTypes: true })) {
  const path = join(name.parentPath ?? name.path, name.name);
  if (name.isFile() && !made.has(path)) await rm(path, { force: true });
}
