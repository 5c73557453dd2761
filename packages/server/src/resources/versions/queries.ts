import type { ArtifactVersion, Retention } from '@parley/core';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { earliest } from '../../engine/store/due.ts';
import { spaceHeads } from '../../engine/store/schema.ts';
import { hasLongHistory, table as artifacts } from '../artifacts/table.ts';
import { table as versions, versionOf } from '../artifacts/versions-table.ts';

/** A version as lists show it. */
export interface ListedVersion extends Omit<ArtifactVersion, 'content'> {
  /** Whether its content is stored. */
  readonly kept: boolean;
}

const first = { spaceId: earliest.spaceId, artifactId: earliest.spaceId };

export function versionStore(db: PgRemoteDatabase) {
  const { content, ...facts } = versions;
  const columns = {
    spaceId: facts.spaceId,
    artifactId: facts.artifactId,
    version: facts.version,
    authorId: facts.authorId,
    authorName: facts.authorName,
    at: facts.at,
    bytes: facts.bytes,
    sha256: facts.sha256,
    via: facts.via,
    note: facts.note,
    restoredFrom: facts.restoredFrom,
    proposalId: facts.proposalId,
    acceptedBy: facts.acceptedBy,
  };
  const ofArtifact = and(
    eq(versions.spaceId, sql.placeholder('spaceId')),
    eq(versions.artifactId, sql.placeholder('artifactId')),
  );
  /** Callers can name larger versions than the column can contain. */
  const named = (name: string) => sql`${sql.placeholder(name)}::bigint`;
  const before = lt(versions.version, named('before'));
  const one = db
    .select()
    .from(versions)
    .where(and(ofArtifact, eq(versions.version, named('version'))))
    .prepare('artifact_version');
  const page = db
    .select({ ...columns, kept: sql<boolean>`${content} is not null` })
    .from(versions)
    .where(and(ofArtifact, before))
    .orderBy(desc(versions.version))
    .limit(sql.placeholder('limit'))
    .prepare('artifact_versions');
  const kept = db
    .select(columns)
    .from(versions)
    .where(
      and(
        ofArtifact,
        gt(versions.version, sql.placeholder('after')),
        lte(versions.version, sql.placeholder('upTo')),
        isNotNull(content),
      ),
    )
    .orderBy(asc(versions.version))
    .limit(sql.placeholder('most'))
    .prepare('artifact_versions_kept');
  const beyond = db
    .select({ spaceId: artifacts.spaceId, artifactId: artifacts.artifactId })
    .from(artifacts)
    // Nothing is written to a closed space.
    .innerJoin(spaceHeads, and(eq(spaceHeads.spaceId, artifacts.spaceId), sql`not ${spaceHeads.closed}`))
    .where(
      and(
        hasLongHistory,
        isNull(artifacts.deletedAt),
        or(gt(artifacts.oldVersions, sql.placeholder('versions')), gt(artifacts.oldBytes, sql.placeholder('bytes'))),
        sql`(${artifacts.spaceId}, ${artifacts.artifactId}) > (${sql.placeholder('spaceId')}::uuid, ${sql.placeholder('artifactId')}::uuid)`,
      ),
    )
    .orderBy(asc(artifacts.spaceId), asc(artifacts.artifactId))
    .limit(sql.placeholder('limit'))
    .prepare('artifact_versions_beyond');

  return {
    async find(spaceId: string, artifactId: string, version: number): Promise<ArtifactVersion | undefined> {
      const [row] = await one.execute({ spaceId, artifactId, version });
      return row && versionOf(row);
    },
    /** The newest ones before a version, newest first. */
    page: async (spaceId: string, artifactId: string, before: number, limit: number): Promise<ListedVersion[]> =>
      (await page.execute({ spaceId, artifactId, before, limit })).map(({ kept, ...row }) => ({ ...versionOf(row), kept })),
    /** Those of a range whose content is stored, oldest first, without it. */
    kept: async (
      spaceId: string,
      artifactId: string,
      range: { after: number; upTo: number; most: number },
    ): Promise<ArtifactVersion[]> => (await kept.execute({ spaceId, artifactId, ...range })).map(versionOf),
    /** Artifacts of open spaces with a longer history than the limits allow, after the given one. */
    beyond: (retention: Retention, limit: number, after = first): Promise<(typeof after)[]> =>
      beyond.execute({ ...retention, ...after, limit }),
  };
}
