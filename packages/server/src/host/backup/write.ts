import { createHash } from 'node:crypto';
import { schemaName } from '../../engine/store/migrations.ts';
import type { DatabaseSnapshot } from '../../engine/store/backup/read.ts';
import { version } from '../../version.ts';
import { format, type End, type Header, type MoveHeader, type BackupSection } from './format.ts';

/** What a header says about the file and its origin. */
function originOf({ identity }: DatabaseSnapshot, now: number) {
  const { secretFingerprint = null, serverId = null } = identity ?? {};
  return { version, schema: schemaName(), createdAt: new Date(now).toISOString(), secretFingerprint, serverId };
}

/** The lines of a backup, several at a time. */
export const linesOf = (snapshot: DatabaseSnapshot, now: number): AsyncGenerator<string> =>
  linesWith({ format, kind: 'backup', ...originOf(snapshot, now) }, snapshot);

/** The lines of a space that moves. Its last line is written only after `complete` says that the space is over on its server. */
export const linesOfMove = (
  snapshot: DatabaseSnapshot,
  move: Pick<MoveHeader, 'spaceId' | 'number' | 'toServer'>,
  now: number,
  complete: () => Promise<void>,
): AsyncGenerator<string> => linesWith({ format, kind: 'move', ...move, ...originOf(snapshot, now) }, snapshot, complete);

async function* linesWith(header: Header, snapshot: DatabaseSnapshot, complete?: () => Promise<void>): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const counts: Record<string, number> = {};
  const lines = (values: readonly unknown[]): string => {
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    digest.update(text);
    return text;
  };
  yield lines([header]);
  for (const table of snapshot.tables) {
    const { name, columns } = table;
    yield lines([{ table: name, columns } satisfies BackupSection]);
    counts[name] = 0;
    for await (const rows of snapshot.rows(table)) {
      counts[name] += rows.length;
      yield lines(rows);
    }
  }
  await complete?.();
  yield `${JSON.stringify({ end: format, rows: counts, sha256: digest.digest('hex') } satisfies End)}\n`;
}
