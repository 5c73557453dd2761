// Creates a migration from the tables: `npm run migrations -- --name what`. Only the newest snapshot of the tables is kept, because the next
// migration is compared with nothing else.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../src/engine/store/migrations/meta');
const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { stdio: 'inherit' });
const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'));
for (const name of snapshots.toSorted().slice(0, -1)) rmSync(join(folder, name));
process.exitCode = status ?? 1;
