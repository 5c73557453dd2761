import { and, asc, exists, gt, lte, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Querying } from '../../engine/store/connection.ts';
import { newestMatching } from '../../engine/store/newest-matching.ts';
import { allOf } from '../../engine/store/text-patterns.ts';
import { events, spaceHeads } from '../../engine/store/schema.ts';
import { table as spaces } from '../../engine/store/spaces-table.ts';

/** Before all ids of spaces. */
const first = '00000000-0000-0000-0000-000000000000';

/** A picture in the fact itself. Its letters are none, and there are many. */
const isPicture = `octet_length(r.body) > 20000 and strpos(substr(r.body, 1, 1000), '"content":"data:image/') > 0`;

/** The letters must be in the content, which takes longer to find out: in JSON a quote inside a text is escaped, so nothing else looks so. */
const inContent = (letters: string): string => `"content":.*${letters}.*","type":"(?:text|html)"`;

export function messageStore(db: PgRemoteDatabase, querying: Querying) {
  const matching = newestMatching(querying, {
    table: 'events',
    columns: ['body'],
    at: 'at_ms',
    author: 'substr(r.body, 58, 36)',
    text: 'r.body',
    which: `r.event = 'message' and not (${isPicture})`,
    bytes: `case when ${isPicture} then 0 else octet_length(r.body) end`,
    patternsOf: (patterns) => [...allOf(patterns), ...patterns.letters.map(inContent)],
  });

  const expiredTo = sql<number>`coalesce(${spaces.messagesExpiredTo}, 0)`.mapWith(Number);
  const old = db
    .select({ one: sql`1` })
    .from(events)
    .where(
      and(
        sql`${events.spaceId} = ${spaces.spaceId}`,
        sql`${events.event} = 'message'`,
        gt(events.at, expiredTo),
        lte(events.at, sql.placeholder('until')),
      ),
    );
  const withExpired = db
    .select({ spaceId: spaces.spaceId, expiredTo: expiredTo.as('expired_to') })
    .from(spaces)
    .innerJoin(spaceHeads, and(sql`${spaceHeads.spaceId} = ${spaces.spaceId}`, sql`not ${spaceHeads.closed}`))
    .where(and(gt(spaces.spaceId, sql.placeholder('after')), lte(spaces.createdAt, sql.placeholder('until')), exists(old)))
    .orderBy(asc(spaces.spaceId))
    .limit(sql.placeholder('limit'))
    .prepare('spaces_with_expired_messages');

  return {
    /** The open spaces with messages of an instant or earlier that have not been erased, in the order of their ids. */
    spacesWithExpired: (until: number, limit: number, after = first) => withExpired.execute({ until, limit, after }),
    /** Messages whose content can have what is looked for, newest first, before a sequence. */
    matching,
  };
}
