import { z } from 'zod';
import { content } from './text.ts';
export { instant } from './instant.ts';
export { label, line, nameText, text, utf8Bytes } from './text.ts';

export { content };

/** Ours have version 4; callers can send any UUID of RFC 9562, as `format: uuid` says. */
export const id = z.uuid().toLowerCase();

/** For which surfaces for models take a name; REST says where the id is. */
export const idNotName = (which: string) =>
  z
    .uuid({
      error: ({ code }) => (code === 'invalid_format' ? `must be ${which} (a UUID), not a name: getSpace lists both` : undefined),
    })
    .toLowerCase();

export const dateTime = z.iso.datetime({ offset: true });

const spaceId = id.meta({ description: 'ID of the space' });

export const spacePath = z.object({ spaceId });

/** Of an event in the log of a space. */
export const sequence = z.int();

export const ok = z.object({ ok: z.boolean() }).meta({ id: 'Ok', description: 'The operation succeeded' });

export const openOrAll = z
  .enum(['open', 'all'])
  .meta({ id: 'OpenOrAll', description: '`open`: those that have not ended; `all`: also those that have ended' });

export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 of the content in UTF-8, in hexadecimal' });
