import type { Place } from './databases.ts';
import { querying } from './rows.ts';

/**
 * In how many rows of each table a text is, whatever their columns. No server may have the embedded database open.
 * @param where - Of the log of events: which of them count.
 */
export const dumpOf = (place: Place, text: string, where = 'true'): Promise<Record<string, number>> =>
  querying(place, async (query) => {
    const tables = await query(
      "select table_schema, table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 2",
    );
    const found: Record<string, number> = {};
    for (const [schema, table] of tables as [string, string][]) {
      const among = table === 'events' ? where : 'true';
      const [[rows] = []] = await query(
        `select count(*)::int from "${schema}"."${table}" t where strpos(t::text, '${text}') > 0 and ${among}`,
      );
      if (rows !== 0) found[table] = rows as number;
    }
    return found;
  });
