// Draws what the types of the tRPC router need of the contract. `pnpm draw` writes the file anew; a test fails when it is stale.
import { contract } from '@parley/core';
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const file = new URL('../src/generated/procedures.ts', import.meta.url);

/** The file as it should be. */
export function procedures() {
  const lines = Object.entries(contract()).map(([name, operation]) => `  ${name}: '${kindOf(operation)}';`);
  return `// Drawn from the contract by scripts/draw-procedures.mjs.

/** How each operation is called over tRPC. */
export interface Procedures {
${lines.join('\n')}
}
`;
}

/** The same rule as the server's router follows. */
function kindOf({ kind, method }) {
  if (kind === 'stream') return 'subscription';
  return method === 'GET' ? 'query' : 'mutation';
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, procedures());
