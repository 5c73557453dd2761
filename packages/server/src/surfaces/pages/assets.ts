import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { publish, type Published } from '../wire/published.ts';

/** The same relative path from `src` and `dist`. */
const folder = new URL('../../../pages/', import.meta.url);

/** By the ending of the file name. */
export const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** The scripts, styles and images of the pages, by file name. */
export const assets: ReadonlyMap<string, Published> = new Map(
  readdirSync(folder)
    .filter((name) => extname(name) in types)
    .map((name) => [name, publish(types[extname(name)]!, readFileSync(new URL(name, folder)))]),
);
