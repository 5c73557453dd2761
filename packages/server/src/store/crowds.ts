import type { Limits } from '@parley/core';
import { columnsOf } from './columns.ts';
import { keptNames, nounOf, type KeptName, type Saved } from './nouns/index.ts';
import type { Statement } from './statement.ts';

/** New rows of a noun that share the values of some columns. */
export interface Crowd {
  readonly name: KeptName;
  readonly group: readonly string[];
  /** How many rows of the group can be stored before. */
  readonly room: number;
}

export const nobody: readonly Crowd[] = [];

/** What a turn adds to groups of rows that are limited in number. */
export function crowdsIn(saved: Saved, limits: Limits): readonly Crowd[] {
  const crowds: Crowd[] = [];
  for (const name of keptNames) {
    const { crowd } = nounOf(name);
    const rows = crowd && saved[name];
    if (!rows) continue;
    const byGroup = new Map<string, Crowd>();
    for (const row of rows) {
      const group = crowd.groupOf(row);
      if (!group) continue;
      const key = group.join();
      const { room } = byGroup.get(key) ?? { room: typeof crowd.limit === 'number' ? crowd.limit : limits[crowd.limit] };
      byGroup.set(key, { name, group, room: room - 1 });
    }
    crowds.push(...byGroup.values());
  }
  return crowds.length > 0 ? crowds : nobody;
}

/**
 * A space does not pass if its turn adds too many rows to a group. Rows that another process stores at the same moment are not counted,
 * unless the noun is exact: the statement sees what was stored when it began.
 */
export function unlessCrowded(
  statement: Statement,
  commits: readonly { spaceId: string; crowds: readonly Crowd[] }[],
  now: string,
): string {
  let condition = '';
  for (const name of keptNames) {
    const { table, crowd } = nounOf(name);
    if (!crowd) continue;
    const rows = commits.flatMap(({ spaceId, crowds }) =>
      crowds.filter((each) => each.name === name).map(({ group, room }) => [spaceId, ...group, room]),
    );
    if (rows.length === 0) continue;
    const columns = columnsOf(table);
    const names = crowd.columns.map(columns.nameOf);
    const groups = statement.rows('c', `space_id uuid, ${names.map((each) => `${each} uuid, `).join('')}room int`, rows);
    const isSame = names.map((each) => `t.${each} = c.${each} and `).join('');
    condition += ` and not exists (select from ${groups} where c.space_id = w.space_id and (c.room < 0 or exists (
      select from ${columns.name} t where t.space_id = ${statement.spaceOf('c')} and ${isSame}${crowd.counts(now)} offset greatest(c.room, 0))))`;
  }
  return condition;
}
