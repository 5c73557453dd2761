// Draws the alert rules, the dashboard and the lists in the guide from the table of metrics.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const contents = [
  "export { alertRules } from './alerts.ts';",
  "export { dashboard } from './dashboard.ts';",
  "export { withLists } from './guide.ts';",
].join('\n');
const { outputFiles } = await build({
  stdin: { contents, resolveDir: here('../src/host/metrics/drawing') },
  bundle: true,
  write: false,
  format: 'esm',
});
const code = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`;
const { alertRules, dashboard, withLists } = await import(code);

const guide = here('../../../docs/guide/metrics.md');
await writeFile(here('../../../deploy/prometheus/alerts.yml'), alertRules());
await writeFile(here('../../../deploy/grafana/parley.json'), dashboard());
await writeFile(guide, withLists(await readFile(guide, 'utf8')));
