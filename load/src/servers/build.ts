import { join } from 'node:path';

/** A built commit of this repository. */
export interface Build {
  name: string;
  root: string;
}

export const thisBuild: Build = { name: 'this', root: join(import.meta.dirname, '../../..') };
