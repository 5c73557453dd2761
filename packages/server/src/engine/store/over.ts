import { entityNames, type Changes } from '@parley/core';
import type { Querying } from './connection.ts';
import { erase, holdErased, type Erasure } from './erasures.ts';
import { forget, save } from './rows.ts';
import { Statement } from './statement.ts';
import { nothing, type Saved, type SideRows, type Tables } from './tables.ts';

/** Changes a space that is over, where nothing passes the fence any more. */
export function overStore(database: Querying, tables: Tables) {
  return {
    /** Erases texts; nobody is told, because nobody can read the space. False if another process has changed one since it was read. */
    async erase(
      spaceId: string,
      { changes = {}, erasures = [] }: { changes?: Changes & SideRows; erasures?: readonly Erasure[] },
    ): Promise<boolean> {
      const { space: _, forgotten, ...saved } = changes;
      // Rows of the state are there: they are updated, and keep their sequences.
      const kept = Object.fromEntries(entityNames.map((name) => [name, [...(saved[name] ?? []), ...(forgotten?.[name] ?? [])]]));
      const beside = Object.fromEntries(Object.entries(saved).filter(([name]) => !(name in kept))) as Saved;
      const statement = new Statement(spaceId);
      const isSame =
        erasures.length === 0
          ? ''
          : ` and (select count(*) from ${holdErased(statement, [{ spaceId, erasures }])}) = ${statement.bind(erasures.length)}::int`;
      // The next decision reads the state again.
      statement.part(
        'fenced',
        `update space_heads h set rev = h.rev + 1 where h.space_id = ${statement.bind(spaceId)}::uuid${isSame} returning h.space_id`,
      );
      if (erasures.length > 0) erase(statement, [{ spaceId, erasures }]);
      for (const table of tables.all) {
        save(statement, table, [{ spaceId, saved: beside, forgotten: nothing, places: new Map() }], { passed: 'fenced', now: 0 });
        forget(statement, table, [{ spaceId, saved: nothing, forgotten: kept, places: new Map() }], 'fenced');
      }
      return (await database.query(statement.text('select space_id from fenced'), statement.params)).length > 0;
    },
  };
}
