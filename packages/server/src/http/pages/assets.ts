import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** Beside `src` and `dist` alike. */
const folder = new URL('../../../pages/', import.meta.url);

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
}

/** The scripts, styles and pictures of the pages, by file name. */
export const assets: ReadonlyMap<string, Asset> = new Map(
  readdirSync(folder)
    .filter((name) => extname(name) in types)
    .map((name) => {
      const body = readFileSync(new URL(name, folder));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      return [name, { type: types[extname(name)]!, etag, body }];
    }),
);

export const template = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
