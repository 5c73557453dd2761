import type { Limits } from '@parley/core';
import { columnsOf } from './columns.ts';
import type { Saved, StoredName, Tables } from './tables.ts';
import type { Statement } from './statement.ts';

/** New rows of a table that share the values of some columns. */
export interface QuotaUse {
  readonly name: StoredName;
  readonly group: readonly string[];
  /** How many rows of the group can be stored before. */
  readonly room: number;
}

export const noUse: readonly QuotaUse[] = [];

/** What a batch of decisions adds to groups of rows that are limited in number. */
export function quotasUsed(tables: Tables, saved: Saved, limits: Limits): readonly QuotaUse[] {
  const used: QuotaUse[] = [];
  for (const { name, quota } of tables.limited) {
    const rows = saved[name];
    if (!rows) continue;
    const byGroup = new Map<string, QuotaUse>();
    for (const row of rows) {
      const group = quota.groupOf(row);
      if (!group) continue;
      const key = group.join();
      const { room } = byGroup.get(key) ?? { room: typeof quota.limit === 'number' ? quota.limit : limits[quota.limit] };
      byGroup.set(key, { name, group, room: room - 1 });
    }
    used.push(...byGroup.values());
  }
  return used.length > 0 ? used : noUse;
}

/**
 * A space does not pass if its decisions add too many rows to a group. Rows that another process stores at the same moment are not counted,
 * unless the quota is exact: the statement sees what was stored when it began.
 */
export function withinQuotas(
  statement: Statement,
  tables: Tables,
  commits: readonly { spaceId: string; quotas: readonly QuotaUse[] }[],
  now: string,
): string {
  let condition = '';
  for (const { name, table, quota } of tables.limited) {
    const rows = commits.flatMap(({ spaceId, quotas }) =>
      quotas.filter((each) => each.name === name).map(({ group, room }) => [spaceId, ...group, room]),
    );
    if (rows.length === 0) continue;
    const columns = columnsOf(table);
    const names = quota.columns.map(columns.nameOf);
    const groups = statement.rows('c', `space_id uuid, ${names.map((each) => `${each} uuid, `).join('')}room int`, rows);
    const isSame = names.map((each) => `t.${each} = c.${each} and `).join('');
    condition += ` and not exists (select from ${groups} where c.space_id = w.space_id and (c.room < 0 or exists (
      select from ${columns.name} t where t.space_id = ${statement.spaceOf('c')} and ${isSame}${quota.counts(now)} offset greatest(c.room, 0))))`;
  }
  return condition;
}
