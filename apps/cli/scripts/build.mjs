// Bundles the command so that it runs with nothing installed beside it; what a command needs is a chunk loaded when it runs.
import { build } from 'esbuild';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { version } = createRequire(import.meta.url)('../package.json');
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { metafile } = await build({
  absWorkingDir: at('.'),
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  define: { version: JSON.stringify(version) },
  // Of the bundled packages some are CommonJS, and require modules of Node.
  banner: { js: 'const require = process.getBuiltinModule;' },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
});
await chmod(at('dist/main.js'), 0o755);

// Chunks of an earlier build go last, so that a command that runs meanwhile finds its own.
await mkdir(at('dist/chunks'), { recursive: true });
for (const name of await readdir(at('dist'), { recursive: true, withFileTypes: true })) {
  const path = join(name.parentPath ?? name.path, name.name);
  if (name.isFile() && !Object.keys(metafile.outputs).some((output) => at(output) === path)) await rm(path, { force: true });
}
