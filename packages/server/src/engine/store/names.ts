import { hash } from 'node:crypto';
import { namingFacts, renamedIn, type Fact } from '@parley/core';
import { columnsOf } from './columns.ts';
import type { Querying } from './connection.ts';
import { Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** How many places of a log are read at once. */
const eventsAtOnce = 1_000;

/** Replaces the name of a participant wherever rows of its space have a copy of it. The texts that people wrote are not looked at. */
export function nameStore(database: Querying, tables: Tables) {
  const inTables = tables.all.flatMap(statementsOf);

  return {
    /** Returns the last place of the log that was looked at. */
    async replace(spaceId: string, participantId: string, name: string): Promise<number> {
      for (const text of inTables) await database.query(text, [spaceId, participantId, name]);
      const change = (fact: Fact) => renamedIn(fact, participantId, name);
      return rewrite(database, { spaceId, text: participantId, change });
    },
  };
}

function statementsOf({ table, names = {}, namesIn = [] }: Tables['all'][number]): string[] {
  const { name: stored, nameOf } = columnsOf(table);
  const inColumns = Object.entries<string>(names as Record<string, string>).map(
    ([copy, id]) =>
      `update ${stored} set ${nameOf(copy)} = $3::text
       where space_id = $1::uuid and ${nameOf(id)} = $2::uuid and ${nameOf(copy)} <> $3::text`,
  );
  const inLists = namesIn.map(nameOf).map(
    (list) =>
      `update ${stored} set ${list} = (
         select json_agg(case when item ->> 'participantId' = $2::text then jsonb_set(item, '{name}', to_jsonb($3::text)) else item end order by n)
         from jsonb_array_elements(${list}::jsonb) with ordinality as items(item, n))::text
       where space_id = $1::uuid and strpos(${list}, $2::text) > 0`,
  );
  return [...inColumns, ...inLists];
}

interface Rewriting {
  spaceId: string;
  /** What their JSON contains. */
  text: string;
  /** The fact that replaces another one; undefined if that stays. */
  change(fact: Fact): Fact | undefined;
}

/** Replaces events that are stored; returns the last place of the log that was looked at. */
async function rewrite(database: Querying, { spaceId, text, change }: Rewriting): Promise<number> {
  const kinds = namingFacts.map((event) => `'${event}'`).join(', ');
  const [[last = 0] = []] = await database.query(`select sequence from space_heads where space_id = $1::uuid`, [spaceId]);
  for (let after = 0; after < Number(last);) {
    const rows = await database.query(
      `select sequence, event, body from events where space_id = $1::uuid and sequence > $2::bigint
       and sequence <= $2::bigint + ${eventsAtOnce} and event in (${kinds}) and strpos(body, $3) > 0`,
      [spaceId, after, text],
    );
    const changed = rows.flatMap(([sequence, event, body]) => {
      const fact = change({ event, body: JSON.parse(String(body)) } as Fact);
      return fact ? [{ sequence, digest: hash('md5', String(body)), body: JSON.stringify(fact.body) }] : [];
    });
    if (changed.length === 0 || (await stored(database, spaceId, changed)) === changed.length) after += eventsAtOnce;
  }
  return Number(last);
}

/** Returns how many were stored: an event that was changed meanwhile, because its text was erased, must not get that back. */
async function stored(database: Querying, spaceId: string, changed: readonly object[]): Promise<number> {
  const statement = new Statement(spaceId);
  const rows = statement.records('c', 'sequence bigint, digest text, body text', changed);
  statement.part(
    'stored',
    `update events e set body = c.body from ${rows}
     where e.space_id = ${statement.spaceOf('e')} and e.sequence = c.sequence and md5(e.body) = c.digest returning 1`,
  );
  const [[count = 0] = []] = await database.query(statement.text('select count(*)::int from stored'), statement.params);
  return Number(count);
}
