import { z } from 'zod';
import { ballast, callerLabel, reference } from '../../kernel/reading.ts';
import { id, sha256, spacePath } from '../../kernel/schemas.ts';

export const filePath = spacePath.extend({ fileId: reference('file', id.meta({ description: 'ID of the file' })) });

export const attachmentView = z
  .object({
    fileId: id,
    name: callerLabel(),
    bytes: z.int().meta({ description: 'Size in bytes' }),
    sha256: ballast(sha256.meta({ description: 'SHA-256 of the bytes, in hexadecimal' })),
    type: z
      .string()
      .regex(/^[a-z]+\/[a-z0-9.+-]+$/)
      .meta({ description: 'Media type that its first bytes show; a file can still contain anything' }),
  })
  .meta({ id: 'Attachment', description: 'A file that a message names' });
