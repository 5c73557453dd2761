// Copies the guide that docstrings refer to into the package. Links to other pages become paths on a server.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../', import.meta.url);
const guide = readFileSync(new URL('../../docs/sdk.md', folder), 'utf8');
const copied = guide
  .replace(/\[([^\]]+)\]\(guide\/([\w-]+)\.md(#[\w-]+)?\)/g, '$1 (`/docs/$2$3` on a server)')
  .replace(/^<!-- aliases: .* -->\n/gm, '');
mkdirSync(new URL('docs/', folder), { recursive: true });
writeFileSync(new URL('docs/sdk.md', folder), copied);
