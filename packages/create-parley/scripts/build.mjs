// Bundles the command with what it needs of the SDK, beside the examples of the SDK that it writes, so that it installs in a moment.
import { build } from 'esbuild';
import { chmod, cp, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { version } = JSON.parse(await readFile(at('../sdk/package.json'), 'utf8'));

await rm(at('dist'), { recursive: true, force: true });
await build({
  absWorkingDir: at('.'),
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  define: { SDK_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
});
await chmod(at('dist/main.js'), 0o755);
await cp(at('../sdk/examples/agents'), at('dist/agents'), { recursive: true });
await cp(at('template'), at('dist/template'), { recursive: true });
