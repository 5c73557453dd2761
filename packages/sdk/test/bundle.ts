import { join } from 'node:path';
import { build } from 'esbuild';
import { packageDir } from './run.ts';

/** What a browser gets of a module that imports the built client. */
export async function bundled(source: string): Promise<string> {
  const { outputFiles, warnings } = await build({
    stdin: { contents: source, resolveDir: join(packageDir, 'test') },
    alias: {
      '@parley/sdk/agents': join(packageDir, 'dist/agents.js'),
      '@parley/sdk/compact': join(packageDir, 'dist/compact.js'),
      '@parley/sdk': join(packageDir, 'dist/index.js'),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  });
  if (warnings.length) throw new Error(warnings.map(({ text }) => text).join('\n'));
  return outputFiles[0]!.text;
}
