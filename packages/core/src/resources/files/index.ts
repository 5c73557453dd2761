import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import type { Limits } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { hasMore, pageByTime } from '../../kernel/paging.ts';
import { callerLabel } from '../../kernel/reading.ts';
import { type Tag, entity, fact, resource } from '../../kernel/resource.ts';
import { dateTime, id, ok, spacePath, utf8Bytes } from '../../kernel/schemas.ts';
import { searched } from '../../kernel/searched.ts';
import { nameText } from '../../kernel/text.ts';
import type { StoredFile } from './entity.ts';
import * as example from './example.ts';
import type { FileFact } from './facts.ts';
import { maxFileNameBytes } from './limits.ts';
import { attachmentView, filePath } from './views.ts';
import { errors, missing } from './errors.ts';
import { limits as sizes } from './limits.ts';
import { events } from './events.ts';
import { forModels } from './for-models.ts';

const tag: Tag = {
  name: 'Files',
  description: 'Files of a space, such as logs, archives and pictures, whose bytes do not pass through a model.',
  permission: 'send',
  tools: 'participant',
};

const entities = {
  files: entity<StoredFile>({
    idOf: ({ fileId }) => fileId,
    charactersOf: ({ name, claimedType = '' }) => name.length + claimedType.length,
    bytesOf: ({ bytes }) => bytes,
  }),
};

const facts = {
  file: fact<FileFact>('everyone'),
};

const fileView = attachmentView
  .extend({
    claimedType: callerLabel().optional().meta({ description: 'What the `Content-Type` of the upload said; never verified' }),
    authorId: id,
    createdAt: dateTime,
  })
  .meta({ id: 'FileView', description: 'A file' });

const fileName = nameText(maxFileNameBytes).superRefine((name, context) => {
  const actual = utf8Bytes(name);
  if (actual <= maxFileNameBytes) return;
  const message = `must be at most ${maxFileNameBytes} bytes of UTF-8, but has ${actual}`;
  context.addIssue({ code: 'custom', message, params: { limit: maxFileNameBytes, actual } });
});

const media = ['application/octet-stream'];

const operations = (limits: Limits) => ({
  createFile: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/file',
    summary: 'Upload a file',
    description:
      `The body is the bytes, at most ${limits.fileBytes}; all files of a space have at most ${limits.fileBytesPerSpace}. ` +
      'The type is found in the bytes; `Content-Type` is stored as a claim only. A `multipart/form-data` body has exactly one part, the file, whose ' +
      'file name is the default of `name`. An upload takes at most two minutes.',
    example: { input: { ...meeting.inSpace, name: example.file.name }, output: example.file },
    tag,
    auth: 'member',
    takesBytes: true,
    forModels: { isHidden: true },
    input: spacePath.extend({
      name: fileName.meta({
        description: 'Its name; characters that are not safe in file names are replaced',
        minLength: 1,
        maxLength: maxFileNameBytes,
      }),
    }),
    output: fileView,
    errors: [400, 401, 404, 409, 413, 429],
    refusesMuted: true,
  }),

  listFiles: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/file',
    summary: 'List the files of a space',
    description: 'Oldest first, and the newest ones if there are more than `limit`: `before` takes the `createdAt` of the first.',
    example: { input: meeting.inSpace, output: { files: [example.file], hasMore: false } },
    tag,
    auth: 'member',
    forModels: { description: 'Get the bytes of one with `link_file`.', defaults: { limit: 50 }, group: 'artifacts' },
    input: spacePath.extend(pageByTime),
    output: z.object({ files: z.array(fileView), hasMore }).meta({ id: 'FileList', description: 'The files of a space' }),
    errors: [401, 404, 429],
  }),

  getFile: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/file/{fileId}',
    summary: 'Get what is known of a file',
    description: 'Its name, size, type and SHA-256, without its bytes.',
    example: { input: example.ofFile, output: example.file },
    tag,
    auth: 'member',
    forModels: { isHidden: true },
    input: filePath,
    output: fileView,
    errors: [401, 404, 429],
  }),

  downloadFile: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/file/{fileId}/download',
    summary: 'Download a file',
    description: 'The tag is the SHA-256 of the bytes. `Range` asks for a part, `If-Range` only if the tag is still the same.',
    example: { input: example.ofFile, output: 'ok\n' },
    tag,
    auth: 'member',
    forModels: { isHidden: true },
    input: filePath,
    output: z.string(),
    answers: 'bytes',
    media,
    success: { 200: 'The bytes', 206: 'The part that `Range` asks for' },
    errors: [401, 404, 416, 429],
  }),

  deleteFile: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}/file/{fileId}',
    summary: 'Delete a file',
    description: 'Only its author and the owner of the space can. Messages still name it.',
    example: { input: example.ofFile, output: { ok: true } },
    tag,
    auth: 'member',
    forModels: { isHidden: true },
    input: filePath,
    output: ok,
    errors: [401, 404, 409, 429],
    refusesMuted: true,
    whenFull: 'works',
  }),

  linkFile: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/file/{fileId}/link',
    summary: 'Make a link that downloads a file once, without a key',
    description: 'It works once, for 300 seconds, and only while you are a participant. Whoever has it can download the file.',
    example: {
      input: example.ofFile,
      output: {
        url: `${meeting.url}/hub/space/${meeting.spaceId}/file/${example.file.fileId}/linked?token=${'5e'.repeat(32)}`,
        expiresAt: '2026-01-31T12:05:00.000Z',
      },
    },
    tag,
    auth: 'member',
    forModels: {
      description: 'Works once, for 5 minutes: `curl -fJO "URL"`.',
    },
    input: filePath,
    output: z
      .object({ url: z.url(), expiresAt: dateTime })
      .meta({ id: 'FileLink', description: 'A link that downloads a file once' }),
    errors: [401, 404, 409, 429],
    refusesMuted: true,
  }),

  downloadLinkedFile: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/file/{fileId}/linked',
    summary: 'Download a file by a link',
    description: 'Works once. Prefetches of browsers and previews of chat programs are refused and do not use it up.',
    example: { input: { ...example.ofFile, token: '5e'.repeat(32) }, output: 'ok\n' },
    tag,
    auth: 'none',
    forModels: { isHidden: true },
    input: filePath.extend({ token: z.string().max(200).meta({ description: 'The secret of the link' }) }),
    output: z.string(),
    answers: 'bytesOnce',
    media,
    success: { 200: 'The bytes' },
    errors: [400, 404, 410, 429],
  }),
});

export const files = resource({
  ...{ tag, entities, events, facts, errors, missing, limits: sizes, forModels, operations },
  searched: { files: searched({ one: 'file', texts: 'the names of files' }) },
});
