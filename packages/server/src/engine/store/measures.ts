import type { Connection } from './connection.ts';

/** What is measured of the whole database, now and then: these queries read more than one space. */
export function measureStore(connection: Connection) {
  return {
    /** The size of the database in bytes. */
    async bytes(): Promise<number> {
      const [row] = await connection.query('select pg_database_size(current_database())::int8', []);
      return Number(row?.[0]);
    },
  };
}
