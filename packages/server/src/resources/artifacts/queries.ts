import type { Artifact } from '@parley/core';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { SearchedThing } from '../../engine/searched.ts';
import type { Querying } from '../../engine/store/connection.ts';
import { earliest, isLater, since, type Due } from '../../engine/store/due.ts';
import { arrayLiteral } from '../../engine/store/literal.ts';
import { allOf, type TextPatterns } from '../../engine/store/text-patterns.ts';
import { artifacts as noun } from './table.ts';
import { table as artifacts } from './table.ts';
import { table as versions } from './versions-table.ts';
import { spaceHeads } from '../../engine/store/schema.ts';

export interface StoredArtifact {
  artifact: Artifact;
  content: string;
}

export function artifactStore(db: PgRemoteDatabase, querying: Querying) {
  const inSpace = eq(artifacts.spaceId, sql.placeholder('spaceId'));
  // No join: without statistics, plans of one read every version of the artifact.
  const content = sql<string>`(select v.content from ${versions} v where v.space_id = ${sql.placeholder('spaceId')}
    and v.artifact_id = "artifacts"."artifact_id" and v.version = "artifacts"."version")`;
  const withContent = () => db.select({ row: artifacts, content }).from(artifacts);
  const isThis = eq(artifacts.artifactId, sql.placeholder('artifactId'));
  const one = withContent()
    .where(and(inSpace, isThis, isNull(artifacts.deletedAt)))
    .prepare('artifact_with_content');
  const deleted = withContent()
    .where(and(inSpace, isThis, isNotNull(artifacts.deletedAt)))
    .prepare('artifact_deleted');
  const named = withContent()
    .where(and(inSpace, eq(artifacts.name, sql.placeholder('name')), isNull(artifacts.deletedAt)))
    .orderBy(asc(artifacts.position))
    .limit(1)
    .prepare('artifact_named');
  const some = withContent()
    .where(and(inSpace, inArray(artifacts.artifactId, sql`(select unnest(${sql.placeholder('ids')}::uuid[]))`)))
    .orderBy(asc(artifacts.position))
    .prepare('artifacts_with_content');
  const newestDeleted = db
    .select()
    .from(artifacts)
    .where(and(inSpace, isNotNull(artifacts.deletedAt)))
    .orderBy(desc(artifacts.deletedAt))
    .limit(sql.placeholder('limit'))
    .prepare('artifacts_deleted');
  const due = db
    .select({ spaceId: artifacts.spaceId, dueAt: sql<number>`${artifacts.lockExpiresAt}`.mapWith(Number) })
    .from(artifacts)
    // Nothing is written to a closed space, so its locks remain.
    .innerJoin(spaceHeads, and(eq(spaceHeads.spaceId, artifacts.spaceId), sql`not ${spaceHeads.closed}`))
    .where(
      and(
        isNotNull(artifacts.lockExpiresAt),
        lte(artifacts.lockExpiresAt, sql.placeholder('now')),
        isLater(artifacts.lockExpiresAt, artifacts.spaceId),
      ),
    )
    .orderBy(asc(artifacts.lockExpiresAt), asc(artifacts.spaceId))
    .limit(sql.placeholder('limit'))
    .prepare('artifacts_lock_due');

  const stored = ({ row, content }: { row: typeof artifacts.$inferSelect; content: string }): StoredArtifact => ({
    artifact: noun.fromRow(row),
    content,
  });

  // A limit, so that it is read for each artifact: a join would read every version.
  const matchingTexts = `select a.artifact_id, a.name, a.updated_ms, v.content, v.author_id, v.author_name
    from artifacts a cross join lateral (
      select content, author_id, author_name from artifact_versions v
      where v.space_id = $1::uuid and v.artifact_id = a.artifact_id and v.version = a.version limit 1
    ) v
    where a.space_id = $1::uuid and a.artifact_id = any($2::uuid[]) and a.deleted_ms is null
      and (a.name || e'\\n' || coalesce(v.content, '')) ~ all($3::text[])`;

  return {
    /** Those of some whose name and present text match all patterns. */
    async matching(spaceId: string, ids: readonly string[], patterns: TextPatterns): Promise<SearchedThing[]> {
      if (ids.length === 0) return [];
      const rows = await querying.query(matchingTexts, [spaceId, arrayLiteral(ids), arrayLiteral(allOf(patterns))]);
      return rows.map(([id, name, at, content, authorId, authorName]) => ({
        ...{ id: String(id), at: Number(at), authorId: String(authorId), authorName: String(authorName) },
        ...{ title: String(name), text: String(content ?? '') },
      }));
    },
    async find(spaceId: string, artifactId: string): Promise<StoredArtifact | undefined> {
      const [found] = await one.execute({ spaceId, artifactId });
      return found && stored(found);
    },
    async findDeleted(spaceId: string, artifactId: string): Promise<StoredArtifact | undefined> {
      const [found] = await deleted.execute({ spaceId, artifactId });
      return found && stored(found);
    },
    /** The oldest one of a name. */
    async named(spaceId: string, name: string): Promise<StoredArtifact | undefined> {
      const [found] = await named.execute({ spaceId, name });
      return found && stored(found);
    },
    /** The newest deleted ones. */
    deleted: async (spaceId: string, limit: number): Promise<Artifact[]> =>
      (await newestDeleted.execute({ spaceId, limit })).map(noun.fromRow),
    some: async (spaceId: string, ids: readonly string[]): Promise<StoredArtifact[]> =>
      (await some.execute({ spaceId, ids: arrayLiteral(ids) })).map(stored),
    /** The open spaces with expired locks, oldest expiry first, after the given one. */
    spacesWithLocksDue: (now: number, limit: number, after = earliest): Promise<Due[]> =>
      due.execute({ now, limit, ...since(after) }),
  };
}
