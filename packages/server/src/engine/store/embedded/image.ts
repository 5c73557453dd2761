import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { built } from './built.ts';
import { migrateEmbedded } from './migrate.ts';

const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = JSON.parse(readFileSync(new URL('../package.json', pathToFileURL(pglite)), 'utf8')) as { version: string };

/** A database that was shut down cleanly. */
interface Image {
  /** For a database in memory. */
  archive: URL;
  /** For a folder. */
  files: URL;
}

/** A folder has no content. */
type ImageEntry = [path: string, content: Uint8Array | null];

const imageOf = (name: string): Image => ({
  archive: built(`${name}-${version}.tar.gz`),
  files: built(`${name}-${version}.files`),
});

/** Without tables. Only tests have other migrations than the image of the build, so it is not packed. */
const empty = imageOf('empty');

/** With the tables of these migrations, which take longer than the start of the database. */
function migrated(migrationsFolder: string): Image {
  const hashes = readMigrationFiles({ migrationsFolder }).map(({ hash, folderMillis }) => `${hash} ${folderMillis}`);
  return imageOf(`migrated-${createHash('sha256').update(hashes.join()).digest('hex').slice(0, 16)}`);
}

/** The files of a new database in memory; empty if the build did not create them. */
export function initialArchive(migrationsFolder?: string): { loadDataDir?: Blob } {
  const image = migrationsFolder === undefined ? undefined : migrated(migrationsFolder).archive;
  const archive = [image, empty.archive].find((each) => each && existsSync(each));
  return archive ? { loadDataDir: new Blob([gunzipSync(readFileSync(archive))]) } : {};
}

/** Creates a folder, private to its user, with the files of a new database. */
export async function makeInitialFiles(folder: string, migrationsFolder: string): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  const files = [migrated(migrationsFolder).files, empty.files].find((each) => existsSync(each));
  if (!files) return (await PGlite.create({ fs: new NodeFS(folder) })).close();
  for (const [path, content] of deserialize(readFileSync(files)) as ImageEntry[]) {
    if (content) writeFileSync(join(folder, path), content, { mode: 0o600 });
    else mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  }
}

/** Creates the images next to the built module, unless they exist for this version of PGlite and these migrations. */
export async function makeInitialImages(migrationsFolder: string): Promise<void> {
  const wanted = migrated(migrationsFolder);
  await makeImage(empty, async () => {});
  await makeImage(wanted, (pg) => migrateEmbedded(pg, migrationsFolder));
  const kept = new Set([empty, wanted].flatMap(({ archive, files }) => [archive.href, files.href]));
  for (const name of readdirSync(built('.')))
    if (/\.(tar\.gz|files)$/.test(name) && !kept.has(built(name).href)) rmSync(built(name));
}

async function makeImage({ archive, files }: Image, prepare: (pg: PGlite) => Promise<void>): Promise<void> {
  if (existsSync(archive) && existsSync(files)) return;
  const folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
  const pg = await PGlite.create({ fs: new NodeFS(folder), ...initialArchive() });
  await prepare(pg);
  await pg.exec('checkpoint');
  const dump = await pg.dumpDataDir('gzip');
  await pg.close();
  write(files, serialize(entriesOf(folder)));
  write(archive, new Uint8Array(await dump.arrayBuffer()));
  rmSync(folder, { recursive: true });
}

/** Writes to a temporary name first, so that an existing image is always complete. */
function write(image: URL, content: Uint8Array): void {
  const draft = new URL(`${image.href}.${process.pid}`);
  writeFileSync(draft, content);
  renameSync(draft, image);
}

function entriesOf(folder: string): ImageEntry[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry): ImageEntry => {
    const path = join(entry.parentPath, entry.name);
    return [relative(folder, path), entry.isDirectory() ? null : readFileSync(path)];
  });
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
