// Bundles what every start loads into few files, because Node spends most of a start on finding and compiling hundreds of modules. The
// modules of the compiler stay for programs that import the package.
import { readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundledPackages, licences } from '../../../scripts/licences.mjs';
import manifest from '../package.json' with { type: 'json' };

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Files are found relative to the module that reads them, wherever its code ends up. */
const ownUrls = {
  name: 'own-urls',
  setup({ onLoad }) {
    onLoad({ filter: /server\/src\/.*\.ts$/ }, async ({ path }) => {
      const built = relative(at('src'), path).replace(/\.ts$/, '.js');
      const code = await readFile(path, 'utf8');
      return { loader: 'ts', contents: code.replaceAll('import.meta.url', `new URL('./${built}', import.meta.url).href`) };
    });
  },
};

const options = {
  absWorkingDir: at('.'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Some bundled packages are CommonJS and call require for modules of Node.
  banner: { js: 'const require = process.getBuiltinModule;' },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

const bundles = await Promise.all([
  build({
    ...options,
    entryPoints: ['src/main.ts', 'src/account/library.ts'],
    outdir: 'dist',
    splitting: true,
    plugins: [ownUrls],
    // What only some servers load, when they need it. Other packages of OpenTelemetry belong to a library that is bundled.
    external: [
      'nodemailer',
      'redis',
      '@nats-io/transport-node',
      '@electric-sql/pglite',
      'postgres',
      'prom-client',
      ...['api', 'core', 'exporter-trace-otlp-http', 'resources', 'sdk-trace-base'].map((name) => `@opentelemetry/${name}`),
    ],
  }),
  build({
    ...options,
    entryPoints: ['src/engine/store/embedded/worker.ts'],
    outfile: 'dist/engine/store/embedded/worker.js',
    external: ['@electric-sql/pglite'],
  }),
]);
checkImports(bundles.flatMap(({ metafile }) => Object.values(metafile.outputs)));
const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
await writeFile(at('dist/THIRD-PARTY-LICENSES.txt'), await licences(bundledPackages(inputs, at('.'))));

/** What stays outside must be installed with the package. */
function checkImports(outputs) {
  const outside = outputs.flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path));
  const missing = outside.filter((path) => !isBuiltin(path) && !(packageOf(path) in manifest.dependencies));
  if (missing.length > 0) throw new Error(`The bundles import what is no dependency: ${[...new Set(missing)].join(', ')}`);
}

function packageOf(path) {
  return /^(?:@[^/]+\/)?[^/]+/.exec(path)[0];
}
