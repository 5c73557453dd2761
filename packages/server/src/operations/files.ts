import { randomBytes } from 'node:crypto';
import { file, fileChanged, maxFileLinks, ServiceError } from '@parley/core';
import { credentialOf } from '../auth/keys.ts';
import { fileView } from '../present/file.ts';
import { dateTime } from '../present/time.ts';
import { read, write, writeWith, type LinkedDownload, type StoredFileOf, type Upload } from './define.ts';
import { ownName } from './file-name.ts';
import { newestOf } from './pages.ts';

export const createFile: Upload<'createFile'> = {
  kind: 'upload',
  begin: ({ state, caller, input, now, env, latest }, { fileId, claimedType, bytes }) => {
    const upload = { fileId, name: ownName(input.name), claimedType, bytes };
    return file.begin(state, upload, caller, now, { limits: env.limits, room: latest.left() });
  },
  finish: ({ state, caller, now }, fileId, known) => {
    const stored = file.finish(state, fileId, known, now);
    return {
      changes: { files: [stored] },
      events: [fileChanged('created', stored, caller.participantId)],
      outcome: fileView(stored),
    };
  },
};

export const listFiles = read<'listFiles'>(({ state, input }) => {
  const { page, hasMore } = newestOf(file.listed(state), input);
  return { files: page.toReversed().map(fileView), hasMore };
});

export const getFile = read<'getFile'>(({ state, input }) => fileView(file.found(state, input.fileId)));

export const downloadFile: StoredFileOf<'downloadFile'> = {
  kind: 'stored',
  find: (state, { fileId }) => file.found(state, fileId),
};

export const deleteFile = write<'deleteFile'>(({ state, caller, input, now }) => {
  const found = file.found(state, input.fileId);
  const removed = file.remove(found, caller, now);
  return {
    changes: { forgotten: { files: [removed] } },
    events: [fileChanged('deleted', removed, caller.participantId)],
    outcome: { ok: true },
  };
});

export const linkFile = writeWith<'linkFile'>()(
  async ({ input, env, now, caller }) => {
    await caller();
    return env.files.openLinks(input.spaceId, now);
  },
  ({ state, caller, input, now, env, latest }, open) => {
    const { spaceId, fileId } = input;
    const found = file.found(state, fileId);
    // What others store at the same time is counted by the fence.
    if (open + [...latest.all('fileLinks')].length >= maxFileLinks) {
      throw new ServiceError('limit_reached', `At most ${maxFileLinks} links to files of a space can wait for their use`);
    }
    const token = randomBytes(32).toString('hex');
    const link = file.link(found, caller, credentialOf(token).hash, now);
    return {
      changes: { fileLinks: [link] },
      outcome: {
        url: `${env.publicUrl}/hub/space/${spaceId}/file/${fileId}/linked?token=${token}`,
        expiresAt: dateTime(link.expiresAt),
      },
    };
  },
);

export const downloadLinkedFile: LinkedDownload<'downloadLinkedFile'> = { kind: 'linked' };
