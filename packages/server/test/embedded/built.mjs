import { fileURLToPath } from 'node:url';

const dist = new URL('../../dist/store/embedded/', import.meta.url);

export const { openEmbedded } = await import(new URL('open.js', dist));
export const { lockFolder } = await import(new URL('folder-lock.js', dist));
export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));
