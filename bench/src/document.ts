import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const preface = `# Benchmarks

Printed by \`pnpm bench\`. Each figure is a ratio to a limit that was measured beside it in the same run, in alternating rounds
of which the median counts: the limit is what the machine gives anybody, so the ratio says what Parley adds. Server, database
and load generator share the machine.

- \`pgbench\` inserts the same message rows one by one, prepared, with as many clients; nothing is turned off in PostgreSQL.
- Bare Fastify and bare \`node:http\` parse a JSON body and answer a small one. Raw sockets get one buffer, framed beforehand.
- CPU is what the server process used, user and system, all its threads.
`;

/** Writes the table to a file of the repository. */
export async function writeDocument(file: string, table: string): Promise<void> {
  const path = join(root, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${preface}\n${table}\n`);
}
