import { tables } from '../src/resources/index.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Member, StreamEvent } from '@parley/testing';
import type { Connection } from '../src/engine/store/connection.ts';
import { openEmbedded } from '../src/engine/store/embedded/open.ts';
import { migrationsBefore } from '../src/engine/store/migrations.fixture.ts';
import { migratePostgres, openPostgres } from '../src/engine/store/postgres.ts';
import type { Place } from './databases.ts';

/** What `scripts/record-release.mjs` recorded. */
export interface Recorded {
  secret: string;
  publicUrl: string;
  open: Space & { ada: Holder; ben: Holder; plan: { id: string; version: number }; idle: string };
  hidden: Space & { dan: string; eve: string; fay: Holder };
  ended: Space & { late: Holder };
  retry: { idempotencyKey: string; message: Record<string, string>; messageId: string };
  /** Absent if the release had no proposals. */
  team?: Team;
  seen: Record<'owner' | 'ada' | 'hiddenOwner' | 'fay', StreamEvent[]>;
  told: Told;
  tables: Record<string, object[]>;
}

export interface Team extends Space {
  gil: Holder;
  hal: Holder;
  account: { email: string; password: string; userToken: string; tokenId: string };
  draft: string;
  proposalId: string;
  removed: string;
  held: { deliveryId: string; leaseId: string };
  seen: Record<'owner' | 'gil' | 'hal', StreamEvent[]>;
  told: Told &
    Record<'versions' | 'proposal' | 'invitations', object> & { deliveries: { deliveries: Record<string, unknown>[] } };
}

/** Answers to one participant. */
export interface Told {
  space: Record<string, unknown>;
  messages: Record<string, unknown>;
  artifacts: { artifacts: (Record<string, unknown> & { content: string })[] };
}

interface Holder {
  id: string;
  key: string;
}
interface Space {
  spaceId: string;
  invitation: string;
  owner: Holder;
}

const folder = fileURLToPath(new URL('./releases', import.meta.url));
export const recordedReleases = () => readdirSync(folder).map((file) => file.replace('.json', ''));
export const recorded = (release: string) =>
  JSON.parse(readFileSync(join(folder, `${release}.json`), 'utf8'), (_, value) => asToldNow(value)) as Recorded;

/** A release without speaker classes knew nothing of participants except who the owner was. What was measured is over. */
function asToldNow(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('isOwner' in value)) return value;
  const { reach: _, lastSeenAt: __, ...lasting } = value as Record<string, unknown>;
  return { speaker: lasting['isOwner'] ? 'owner' : 'guest', ...lasting };
}

export const memberOf = ({ spaceId }: Space, { id, key }: Holder): Member => ({ spaceId, id, key });

/** A database written by the release. `next` is the first migration that it did not have. */
export async function restore({ settings }: Place, { tables: recorded }: Recorded, next: string): Promise<void> {
  const url = settings['DATABASE_URL'];
  const migrationsFolder = migrationsBefore(next);
  if (url) await migratePostgres(url, migrationsFolder, { tables });
  const dataDir = settings['PARLEY_DATA_DIR'] ?? null;
  const database: Connection = url ? openPostgres(url, 1) : await openEmbedded({ dataDir, migrationsFolder });
  for (const [table, rows] of Object.entries(recorded)) {
    const source = `json_populate_recordset(null::"${table}", $1::json)`;
    await database.query(`insert into "${table}" select * from ${source}`, [JSON.stringify(rows)]);
  }
  await database.close();
}
