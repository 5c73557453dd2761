import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { built } from './built.ts';

const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = JSON.parse(readFileSync(new URL('../package.json', pathToFileURL(pglite)), 'utf8')) as { version: string };
const file = built(`initial-${version}.tar.gz`);

/** The files of an empty database, so that a new one does not have to run `initdb`; nothing if no build made them. */
export async function initialImage(): Promise<{ loadDataDir?: Blob }> {
  return existsSync(file) ? { loadDataDir: new Blob([gunzipSync(readFileSync(file))]) } : {};
}

/** Makes the image beside the built module, once per version of PGlite. */
export async function makeInitialImage(): Promise<void> {
  if (existsSync(file)) return;
  const pg = await PGlite.create();
  await pg.exec('checkpoint');
  const image = await pg.dumpDataDir('gzip');
  await pg.close();
  const draft = new URL(`${file.href}.${process.pid}`);
  writeFileSync(draft, new Uint8Array(await image.arrayBuffer()));
  renameSync(draft, file);
}
