import type { Connection } from './connection.ts';

/** What is measured of the whole database, now and then: these queries read more than one space. */
export function measureStore(connection: Connection) {
  const one = async (text: string, params: number[] = []) => (await connection.query(text, params))[0]?.[0] ?? undefined;

  return {
    /** The size of the database in bytes. */
    bytes: async (): Promise<number> => Number(await one('select pg_database_size(current_database())::int8')),
    /** When the oldest delivery was created that is queued in an open space; reads the open deliveries only. */
    async oldestQueued(now: number): Promise<number | undefined> {
      const found = await one(
        `select min(d.created_ms) from deliveries d join space_heads h on h.space_id = d.space_id
         where d.state = 'queued' and not h.closed and h.expires_ms > $1::bigint`,
        [now],
      );
      return found === undefined ? undefined : Number(found);
    },
  };
}
