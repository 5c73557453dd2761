import { commit, type Batch } from './commit.ts';
import type { Connection } from './connection.ts';
import { over } from './database.ts';
import type { Head } from './heads.ts';
import type { Tables } from './tables.ts';
import { spaceStore, type LoadedSpace } from './spaces.ts';

/** What can be done with a space while no other process can change it. */
interface LockedSpace {
  load(): Promise<LoadedSpace | undefined>;
  store(batch: Batch): Promise<Map<string, Head>>;
}

/** Runs as one transaction that locks the head of the space. The batch must not lock rows beside the state, which others lock first. */
export type Alone = <Result>(spaceId: string, work: (held: LockedSpace) => Promise<Result>) => Promise<Result>;

export function aloneIn(tables: Tables, transaction: NonNullable<Connection['transaction']>): Alone {
  return (spaceId, work) =>
    transaction(async (connection) => {
      await connection.query('select 1 from space_heads where space_id = $1 for update', [spaceId]);
      const { load } = spaceStore(over(connection), connection, tables);
      return work({ load: () => load(spaceId), store: (batch) => commit(connection, tables, batch) });
    });
}
