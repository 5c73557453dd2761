// Removes files from `dist` whose sources no longer exist. The compiler keeps them, and they would be packed.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const built = /^(.*?)\.(?:d\.ts|js)(?:\.map)?$/;

for (const file of readdirSync('dist', { recursive: true })) {
  const [, name] = built.exec(file) ?? [];
  const isOurs = name !== undefined && !file.startsWith(join('docs', 'pages'));
  if (isOurs && !existsSync(join('src', `${name}.ts`))) rmSync(join('dist', file));
}
