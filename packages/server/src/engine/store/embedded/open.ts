import { resolve } from 'node:path';
import { makeFolder } from './data-folder.ts';
import { EmbeddedConnection } from './embedded-connection.ts';
import { lockFolder } from './folder-lock.ts';

/** Opens an existing database without changing its schema. */
export async function openUnchanged(folder: string): Promise<EmbeddedConnection> {
  const dataDir = resolve(folder);
  return EmbeddedConnection.open({ dataDir }, lockFolder(dataDir));
}

/**
 * Opens the embedded database in a folder, or in memory without one, and applies the migrations.
 * It runs in its own thread; an answered write is on disk.
 */
export async function openEmbedded(options: { dataDir: string | null; migrationsFolder: string }): Promise<EmbeddedConnection> {
  const migrationsFolder = resolve(options.migrationsFolder);
  if (options.dataDir === null) return EmbeddedConnection.open({ dataDir: null, migrationsFolder }, () => {});
  const dataDir = resolve(options.dataDir);
  makeFolder(dataDir);
  return EmbeddedConnection.open({ dataDir, migrationsFolder }, lockFolder(dataDir));
}
