import type { Cell, Querying, Row } from './connection.ts';
import { insertion } from './backup/fill.ts';
import type { StoredTable } from './backup/tables.ts';
import type { moves } from './schema.ts';

/** What a server knows of the last move of a space. */
export interface Move {
  number: number;
  state: (typeof moves.$inferSelect)['state'];
  toServer: string;
}

/** So long after a space has left, its file can be made again, or the space can stay. Later its rows can be deleted at any time. */
export const returnsWithinMs = 7 * 86_400_000;

/** A space as a move finds it. */
export interface FoundSpace {
  /** Whether this server has its rows. */
  exists: boolean;
  /** Whether it can be written to. */
  isOpen: boolean;
  /** It left too long ago. */
  isGone: boolean;
  move: Move | undefined;
}

/** No signal is ever due then. */
const parkedMs = 8_640_000_000_000_000;

export async function findSpace(database: Querying, spaceId: string, now: number): Promise<FoundSpace> {
  const [row = []] = await database.query(
    `select h.space_id is not null, coalesce(not h.closed and h.expires_ms > $2::bigint, false),
     coalesce(m.state = 'left' and (m.at_ms <= $3::bigint or h.space_id is null), false), m.number, m.state, m.to_server
     from (select $1::uuid as id) wanted left join space_heads h on h.space_id = id left join moves m on m.moved_space_id = id`,
    [spaceId, now, now - returnsWithinMs],
  );
  const [exists, isOpen, isGone, number = null, state, toServer] = row;
  return {
    exists: exists === true,
    isOpen: isOpen === true,
    isGone: isGone === true,
    move: number === null ? undefined : ({ number, state, toServer } as Move),
  };
}

const changed = (rows: readonly Cell[][]): boolean => rows.length === 1;

const ofLastMove = `on conflict (moved_space_id) do update
  set number = excluded.number, state = excluded.state, to_server = excluded.to_server, at_ms = excluded.at_ms`;

/** Changes the head with everything that depends on it in one statement, and reads back whether it did. */
const withHead = (set: string, condition: string, ...parts: string[]): string =>
  `with head as (update space_heads h set rev = rev + 1, ${set} where h.space_id = $1::uuid and ${condition} returning h.space_id)
   ${parts.map((part, i) => `, part_${i} as (${part})`).join('')} select space_id from head`;

/**
 * Closes the head of an open space, so that nothing passes the fence any more, and says who did. All other rows stay as they are.
 * Returns false if it is not open.
 */
export const leave = async (database: Querying, spaceId: string, { number, toServer }: Omit<Move, 'state'>, now: number) =>
  changed(
    await database.query(
      withHead(
        'closed = true',
        'not h.closed and h.expires_ms > $4::bigint',
        `update spaces s set end_reason = 'leaving' from head where s.space_id = head.space_id`,
        `update signals s set due_ms = ${parkedMs} from head where s.space_id = head.space_id`,
        `insert into moves (moved_space_id, number, state, to_server, at_ms)
         select space_id, $2::int, 'leaving', $3::uuid, $4::bigint from head
         ${ofLastMove}`,
      ),
      [spaceId, number, toServer, now],
    ),
  );

/**
 * Gives a move that was begun before another number, so that whoever began it can neither complete nor cancel it. Its rows stay as long as
 * if it had been begun now.
 */
export const takeOver = async (
  database: Querying,
  spaceId: string,
  before: Move,
  { number, toServer }: Omit<Move, 'state'>,
  now: number,
) =>
  changed(
    await database.query(
      `update moves set number = $2::int, to_server = $3::uuid, at_ms = $6::bigint
       where moved_space_id = $1::uuid and number = $4::int and state = $5 returning 1`,
      [spaceId, number, toServer, before.number, before.state, now],
    ),
  );

/** From now on the file of this move can be complete: the space is over here. Returns false if the move was cancelled or taken over. */
export const complete = async (database: Querying, spaceId: string, number: number, now: number) =>
  changed(
    await database.query(
      withHead(
        'closed = true',
        `exists (select from moves m where m.moved_space_id = h.space_id and m.number = $2::int and m.state = 'leaving')`,
        `update spaces s set end_reason = 'closed', ended_ms = $3::bigint from head where s.space_id = head.space_id`,
        `update moves m set state = 'left', at_ms = $3::bigint from head where m.moved_space_id = head.space_id`,
      ),
      [spaceId, number, now],
    ),
  );

/** Opens a space again that was leaving, or had left. Returns false if the move is another one meanwhile. */
export const stay = async (database: Querying, spaceId: string, { number, state }: Pick<Move, 'number' | 'state'>, now: number) =>
  changed(
    await database.query(
      withHead(
        'closed = false',
        `exists (select from moves m where m.moved_space_id = h.space_id and m.number = $2::int and m.state = $3)`,
        ...opening('$4::bigint'),
      ),
      [spaceId, number, state, now],
    ),
  );

const opening = (now: string) => [
  `update spaces s set end_reason = null, ended_ms = null from head where s.space_id = head.space_id`,
  `update signals s set due_ms = ${now} from head where s.space_id = head.space_id and s.due_ms = ${parkedMs}`,
  `update moves m set state = 'here', at_ms = ${now} from head where m.moved_space_id = head.space_id`,
];

export const note = (database: Querying, spaceId: string, { number, state, toServer }: Move, now: number) =>
  database.query(
    `insert into moves (moved_space_id, number, state, to_server, at_ms) values ($1::uuid, $2::int, $3, $4::uuid, $5::bigint) ${ofLastMove}`,
    [spaceId, number, state, toServer, now],
  );

/**
 * Deletes the rows of a space that arrives: those of an earlier copy, and of an import that was interrupted. Which users its participants
 * are stays recorded.
 */
export async function clear(database: Querying, tables: readonly StoredTable[], spaceId: string): Promise<void> {
  const isArriving = `exists (select from moves m where m.moved_space_id = $1::uuid and m.state = 'arriving')`;
  for (const { name } of tables)
    await database.query(`delete from ${name} where space_id = $1::uuid and ${isArriving}`, [spaceId]);
}

/** Forgets an arrival that did not succeed; undefined if nothing was known before. */
export async function forget(database: Querying, spaceId: string, number: number, before: Move | undefined, now: number) {
  const isIt = `moved_space_id = $1::uuid and number = $2::int and state = 'arriving'`;
  const [gone] = await database.query(`delete from moves where ${isIt} returning 1`, [spaceId, number]);
  if (gone && before) await note(database, spaceId, before, now);
}

/** The tables without whose rows nobody finds a space. They are filled last, with one row each. */
export const visible: readonly string[] = ['space_heads', 'spaces'];

/** What becomes of the row of a space that was frozen. `rev` grows: whatever an earlier copy here has left in memory is older. */
const thawed: Record<string, (cell: (column: string) => Cell) => Record<string, Cell>> = {
  space_heads: (cell) => ({ closed: false, rev: Number(cell('rev')) + 1 }),
  spaces: () => ({ ended_ms: null, end_reason: null }),
};

/** Makes a space visible whose other rows are there already: from this statement on it is live here. */
export async function arrive(
  database: Querying,
  ofSpace: readonly StoredTable[],
  spaceId: string,
  frozen: ReadonlyMap<string, Row>,
  now: number,
): Promise<void> {
  const tables = ofSpace.filter(({ name }) => visible.includes(name));
  const rows = tables.map(({ name, columns }) => {
    const row = frozen.get(name)!;
    const cells = Object.fromEntries(columns.map((column, i) => [column, row[i]!]));
    return JSON.stringify([Object.values({ ...cells, ...thawed[name]!((column) => cells[column]!) })]);
  });
  const inserts = tables.map((table, i) => `${table.name}_filled as (${insertion(table, `$${i + 3}`)})`);
  await database.query(
    `with ${inserts.join(', ')},
     due as (update signals set due_ms = $2::bigint where space_id = $1::uuid and due_ms = ${parkedMs})
     update moves set state = 'here', at_ms = $2::bigint where moved_space_id = $1::uuid`,
    [spaceId, now, ...rows],
  );
}
