// Generates the reference in docs/cli.md from the tree of commands, and the table in docs/guide/hooks.md from that of hosts.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const contents =
  "export { buildProgram } from './program.ts'; export { reference, withReference } from './reference.ts'; export { matrix } from './hosts/matrix.ts';";
const { outputFiles } = await build({
  stdin: { contents, resolveDir: here('../src') },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  banner: { js: 'const require = process.getBuiltinModule;' },
});
const code = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`;
const { buildProgram, matrix, reference, withReference } = await import(code);

const pages = { 'cli.md': reference(buildProgram('')), 'guide/hooks.md': matrix() };
for (const [page, text] of Object.entries(pages)) {
  const file = here(`../../../docs/${page}`);
  await writeFile(file, withReference(await readFile(file, 'utf8'), text));
}
