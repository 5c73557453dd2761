import type { Task } from '@parley/core';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { earliest, isLater, since, type Due } from '../../engine/store/due.ts';
import { newestMatching } from '../../engine/store/newest-matching.ts';
import type { Querying } from '../../engine/store/connection.ts';
import type { AuthorPlace } from '../../engine/resource.ts';
import { titled } from '../titled-search.ts';
import { table as texts } from './texts-table.ts';
import { tasks as noun, table as tasks } from './table.ts';
import { spaceHeads } from '../../engine/store/schema.ts';

export interface StoredTask {
  task: Task;
  text: string | undefined;
}

export interface TaskPlace {
  spaceId: string;
  /** A sequence: only older ones. */
  before: number;
  limit: number;
  /** Only tasks of this participant, as they are now. */
  mine?: { participantId: string; now: number } | undefined;
}

export function taskStore(db: PgRemoteDatabase, querying: Querying) {
  const inSpace = eq(tasks.spaceId, sql.placeholder('spaceId'));
  const one = db
    .select({ row: tasks, text: texts.text })
    .from(tasks)
    .leftJoin(texts, and(eq(texts.spaceId, tasks.spaceId), eq(texts.taskId, tasks.taskId)))
    .where(and(inSpace, eq(tasks.taskId, sql.placeholder('taskId'))))
    .prepare('task');
  // A literal, because a plan for any parameter cannot use the partial index.
  const isOpen = sql`${tasks.endedAt} is null`;
  const newest = (...which: (SQL | undefined)[]) =>
    db
      .select()
      .from(tasks)
      .where(and(inSpace, lt(tasks.sequence, sql.placeholder('before')), ...which))
      .orderBy(desc(tasks.sequence))
      .limit(sql.placeholder('limit'));
  const me = sql.placeholder('mine');
  const isFree = sql`(${tasks.workerId} is null or ${tasks.leaseExpiresAt} <= ${sql.placeholder('now')}::bigint)`;
  const isForMe = and(isOpen, isFree, sql`position(${me}::text in ${tasks.forIds}) > 0`);
  // Each part is limited by an index of its own: with `or`, all tasks of the space would be read for a participant who has none.
  const newestOfMine = (which?: SQL) =>
    union(newest(eq(tasks.createdBy, me), which), newest(eq(tasks.workerId, me), which), newest(isForMe))
      .orderBy(desc(tasks.sequence))
      .limit(sql.placeholder('limit'));
  const lists = { open: newest(isOpen).prepare('tasks_open'), all: newest().prepare('tasks_all') };
  const mine = { open: newestOfMine(isOpen).prepare('tasks_mine_open'), all: newestOfMine().prepare('tasks_mine_all') };
  const due = db
    .select({ spaceId: tasks.spaceId, dueAt: sql<number>`${tasks.leaseExpiresAt}`.mapWith(Number) })
    .from(tasks)
    // Nothing is written to a closed space, so its leases remain.
    .innerJoin(spaceHeads, and(eq(spaceHeads.spaceId, tasks.spaceId), sql`not ${spaceHeads.closed}`))
    .where(
      and(
        isNotNull(tasks.leaseExpiresAt),
        lte(tasks.leaseExpiresAt, sql.placeholder('now')),
        isLater(tasks.leaseExpiresAt, tasks.spaceId),
      ),
    )
    .orderBy(asc(tasks.leaseExpiresAt), asc(tasks.spaceId))
    .limit(sql.placeholder('limit'))
    .prepare('tasks_lease_due');
  const written = db
    .select({ id: tasks.taskId })
    .from(tasks)
    .where(
      and(
        inSpace,
        eq(tasks.createdBy, sql.placeholder('participantId')),
        isNull(tasks.redacted),
        gt(tasks.taskId, sql`${sql.placeholder('after')}::uuid`),
      ),
    )
    .orderBy(asc(tasks.taskId))
    .limit(sql.placeholder('limit'))
    .prepare('tasks_written');
  const ofText = (column: string) =>
    `(select x.${column} from task_texts x where x.space_id = $1::uuid and x.task_id = r.task_id)`;
  const matching = newestMatching(
    querying,
    titled({
      table: 'tasks',
      columns: ['task_id', 'title', 'created_by', 'created_by_name'],
      text: ofText('text'),
      bytes: ofText('bytes'),
    }),
  );

  return {
    /** Those whose title and text match all patterns, newest first, before a sequence. */
    matching,
    async find(spaceId: string, taskId: string): Promise<StoredTask | undefined> {
      const [found] = await one.execute({ spaceId, taskId });
      // An empty one was erased.
      return found && { task: noun.fromRow(found.row), text: found.text || undefined };
    },
    /** Newest first. */
    page: async (which: 'open' | 'all', { mine: whose, ...place }: TaskPlace): Promise<Task[]> => {
      const found = whose
        ? mine[which].execute({ ...place, mine: whose.participantId, now: whose.now })
        : lists[which].execute({ ...place });
      return (await found).map(noun.fromRow);
    },
    /** The ids of those that a participant created, and whose texts are not erased. */
    written: async (place: AuthorPlace): Promise<string[]> => (await written.execute({ ...place })).map(({ id }) => id),
    /** The open spaces with expired leases, oldest expiry first, after the given one. */
    spacesWithLeasesDue: (now: number, limit: number, after = earliest): Promise<Due[]> =>
      due.execute({ now, limit, ...since(after) }),
  };
}
