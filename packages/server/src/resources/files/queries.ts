import type { FileLink } from '@parley/core';
import type { Querying } from '../../engine/store/connection.ts';
import { earliest, type Due } from '../../engine/store/due.ts';
import type { FileKey } from './bytes.ts';

export function fileStore(reads: Querying, background: Querying) {
  return {
    /** How many links to files of a space can still be used. */
    async openLinks(spaceId: string, now: number): Promise<number> {
      const [row] = await reads.query(
        'select count(*)::int from file_links where space_id = $1::uuid and expires_ms > $2::bigint',
        [spaceId, now],
      );
      return Number(row?.[0]);
    },
    /** A link by the hash of its secret. */
    async findLink({ spaceId, fileId }: FileKey, linkHash: string): Promise<FileLink | undefined> {
      const [row] = await reads.query(
        `select participant_id, expires_ms from file_links
         where space_id = $1::uuid and link_hash = $2 and file_id = $3::uuid`,
        [spaceId, linkHash, fileId],
      );
      return row && { linkHash, fileId, participantId: String(row[0]), expiresAt: Number(row[1]) };
    },
    /** Uses a link up; false if somebody else did. */
    async takeLink(spaceId: string, linkHash: string): Promise<boolean> {
      const rows = await reads.query('delete from file_links where space_id = $1::uuid and link_hash = $2 returning 1', [
        spaceId,
        linkHash,
      ]);
      return rows.length > 0;
    },
    /** Deletes up to `limit` links that have expired; returns how many. */
    async removeExpiredLinks(now: number, limit: number): Promise<number> {
      const rows = await background.query(
        `delete from file_links l using (select space_id, link_hash from file_links where expires_ms <= $1::bigint limit $2::int) due
         where l.space_id = due.space_id and l.link_hash = due.link_hash returning 1`,
        [now, limit],
      );
      return rows.length;
    },
    /** The open spaces with uploads that nobody continues, after the given one. */
    async spacesWithUploadsDue(now: number, limit: number, { spaceId, dueAt }: Due = earliest): Promise<Due[]> {
      const rows = await background.query(
        `select f.space_id, f.expires_ms from files f join space_heads h on h.space_id = f.space_id and not h.closed
         where f.expires_ms <= $1::bigint and (f.expires_ms, f.space_id) > ($2::bigint, $3::uuid)
         order by f.expires_ms, f.space_id limit $4::int`,
        [now, dueAt, spaceId, limit],
      );
      return rows.map((row) => ({ spaceId: String(row[0]), dueAt: Number(row[1]) }));
    },
    /** Files that were deleted or given up, and of which something is still stored. The chunks of a space that arrives follow their files. */
    async removed(limit: number): Promise<FileKey[]> {
      const rows = await background.query(
        `select f.space_id, f.file_id from files f join space_heads h on h.space_id = f.space_id
         where f.removed_ms is not null order by f.removed_ms limit $1::int`,
        [limit],
      );
      return rows.map((row) => ({ spaceId: String(row[0]), fileId: String(row[1]) }));
    },
    /** Forgets a file whose bytes are removed. */
    async forget({ spaceId, fileId }: FileKey): Promise<void> {
      await background.query('delete from files where space_id = $1::uuid and file_id = $2::uuid and removed_ms is not null', [
        spaceId,
        fileId,
      ]);
    },
  };
}
