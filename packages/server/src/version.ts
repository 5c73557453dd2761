import { createRequire } from 'node:module';

/** The release of this server. */
export const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
