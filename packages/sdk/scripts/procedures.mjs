import { contract } from '@parley/core';

/** What the types of the tRPC router need of the contract. */
export function proceduresFile() {
  const lines = Object.entries(contract()).map(([name, operation]) => `  ${name}: '${kindOf(operation)}';`);
  return `// Drawn from the contract by \`npm run draw\`. Do not edit.

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
