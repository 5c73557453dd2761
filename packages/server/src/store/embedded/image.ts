import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { built } from './built.ts';

const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = JSON.parse(readFileSync(new URL('../package.json', pathToFileURL(pglite)), 'utf8')) as { version: string };
const archive = built(`initial-${version}.tar.gz`);
const unpacked = built(`initial-${version}.files`);

/** A folder has no content. */
type Entry = [path: string, content: Uint8Array | null];

/** The files of an empty database, so that a new one in memory need not run `initdb`; empty if the build did not create them. */
export function initialArchive(): { loadDataDir?: Blob } {
  return existsSync(archive) ? { loadDataDir: new Blob([gunzipSync(readFileSync(archive))]) } : {};
}

/** Creates a folder, private to its user, with the files of an empty database that was shut down cleanly. */
export async function makeInitialFiles(folder: string): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  if (!existsSync(unpacked)) return initialise(folder);
  for (const [path, content] of deserialize(readFileSync(unpacked)) as Entry[]) {
    if (content) writeFileSync(join(folder, path), content, { mode: 0o600 });
    else mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  }
}

/** Creates both images next to the built module, once per version of PGlite. */
export async function makeInitialImages(): Promise<void> {
  if (!existsSync(archive)) write(archive, await packed());
  if (!existsSync(unpacked)) write(unpacked, await files());
}

/** Writes to a temporary name first, so that an existing image is always complete. */
function write(image: URL, content: Uint8Array): void {
  const draft = new URL(`${image.href}.${process.pid}`);
  writeFileSync(draft, content);
  renameSync(draft, image);
}

async function packed(): Promise<Uint8Array> {
  const pg = await PGlite.create();
  await pg.exec('checkpoint');
  const image = await pg.dumpDataDir('gzip');
  await pg.close();
  return new Uint8Array(await image.arrayBuffer());
}

async function files(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
  await initialise(folder);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry): Entry => {
    const path = join(entry.parentPath, entry.name);
    return [relative(folder, path), entry.isDirectory() ? null : readFileSync(path)];
  });
  rmSync(folder, { recursive: true });
  return serialize(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function initialise(folder: string): Promise<void> {
  const pg = await PGlite.create({ fs: new NodeFS(folder), ...initialArchive() });
  await pg.close();
}
