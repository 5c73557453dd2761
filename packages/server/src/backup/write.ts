import { createHash } from 'node:crypto';
import { schemaName } from '../store/migrations.ts';
import type { Snapshot } from '../store/backup/read.ts';
import { version } from '../version.ts';
import { format, type End, type Header, type Section } from './format.ts';

/** The lines of a backup, several at a time. */
export async function* linesOf(snapshot: Snapshot, now: number): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const counts: Record<string, number> = {};
  const lines = (values: readonly unknown[]): string => {
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    digest.update(text);
    return text;
  };
  const { secretFingerprint = null } = snapshot;
  const createdAt = new Date(now).toISOString();
  yield lines([{ format, kind: 'backup', version, schema: schemaName(), createdAt, secretFingerprint } satisfies Header]);
  for (const table of snapshot.tables) {
    const { name, columns } = table;
    yield lines([{ table: name, columns } satisfies Section]);
    counts[name] = 0;
    for await (const rows of snapshot.rows(table)) {
      counts[name] += rows.length;
      yield lines(rows);
    }
  }
  yield `${JSON.stringify({ end: format, rows: counts, sha256: digest.digest('hex') } satisfies End)}\n`;
}
