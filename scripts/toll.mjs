// What a resource costs the others: for each one, the product files outside of its own that name it. A file is its own if its path says so.
// Comments, tests and generated code do not count. With `--list NAME`, prints the files of one resource; with `--check`, fails if there are
// more than `most`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** It only goes down, except that a new resource adds its row and what it refers to: decisions pin versions and ask by deliveries, comments are on artifacts. */
const most = 485;

/** How code names each resource, and which paths are its own. */
const resources = {
  artifacts: [/artifact/i, /artifact/],
  // The delivery of MCP Events is another thing.
  deliveries: [/deliver(?:y|ies)/i, /deliver|mcp\/(?:src\/)?events\//],
  proposals: [/proposal/i, /propos/],
  // A task of A2A is another thing.
  tasks: [/(?<![a-z])tasks?(?![a-z])|Tasks?(?![a-z])/, /task|a2a/],
  comments: [/commentId|Comments?(?![a-z])/, /comment/],
  decisions: [/decision(?:s?Id|s\b|View|Calls)|\bDecisions?\b/, /decision/],
  invitations: [/invitation/i, /invit/],
  wakes: [/(?<![a-z])wakes?(?![a-z])|Wakes?(?![a-z])/, /wake/],
  files: [/\bfiles?Id|(?:create|get|list|delete|download)Files?\b|FileView|storedFile|attachments?/i, /file|attach/],
};

const product = /^(?:packages\/(?:core|server|sdk|mcp)|apps\/(?:cli|web))\/src\/.*\.(?:ts|tsx|js|mjs)$/;
const excluded = /\.(?:test|fixture|d)\.[jt]sx?$|\/generated\/|\/migrations\//;
const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;

/** The paths of the files that name each resource and are not its own. */
export function tollOf(root) {
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((path) => product.test(path) && !excluded.test(path));
  const texts = paths.map((path) => [path, readFileSync(join(root, path), 'utf8').replaceAll(comments, '')]);
  return Object.fromEntries(
    Object.entries(resources).map(([name, [names, owns]]) => [
      name,
      texts.filter(([path, text]) => !owns.test(path) && names.test(text)).map(([path]) => path),
    ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const toll = tollOf(join(dirname(process.argv[1]), '..'));
  const [flag, name] = process.argv.slice(2);
  if (flag === '--list') for (const path of toll[name] ?? []) console.log(path);
  else for (const [resource, paths] of Object.entries(toll)) console.log(`${String(paths.length).padStart(4)} ${resource}`);
  const sum = Object.values(toll).flat().length;
  if (flag !== '--list') console.log(`${String(sum).padStart(4)} in all`);
  if (flag === '--check' && sum > most) {
    console.error(`More than ${most}: a file names a resource that is not its own (npm run toll -- --list NAME)`);
    process.exitCode = 1;
  }
}
