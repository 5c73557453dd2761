// Generates the reference in docs/cli.md from the tree of commands.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const contents = "export { buildProgram } from './program.ts'; export { reference, withReference } from './reference.ts';";
const { outputFiles } = await build({
  stdin: { contents, resolveDir: here('../src') },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  banner: { js: 'const require = process.getBuiltinModule;' },
});
const code = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`;
const { buildProgram, reference, withReference } = await import(code);

const guide = here('../../../docs/cli.md');
await writeFile(guide, withReference(await readFile(guide, 'utf8'), reference(buildProgram(''))));
