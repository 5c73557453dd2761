import { createRequire } from 'node:module';

/** Which release of the server this is. */
export const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
