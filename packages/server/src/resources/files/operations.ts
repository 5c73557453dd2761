import { randomBytes } from 'node:crypto';
import { file, fileChanged, maxFileLinks, ServiceError, space } from '@parley/core';
import { credentialOf } from '../../engine/keys/keys.ts';
import { fileView } from './present.ts';
import { StoredDownload } from './stored-download.ts';
import { dateTime } from '../../engine/present/time.ts';
import { download, read, write, writeWith, type Answer, type Received, type Write } from '../../engine/operation.ts';
import { ownName } from './safe-name.ts';
import { newestOf } from '../pages.ts';

export const createFile: Write<'createFile', Answer<'createFile'>, Received> = {
  kind: 'write',
  reserve: ({ state, caller, input, now, env, latest }, upload) =>
    file.begin(state, { ...upload, name: ownName(input.name) }, caller, now, { limits: env.limits, room: latest.left() }),
  decide: ({ state, caller, now }, { fileId, ...known }) => {
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

export const downloadFile = download<'downloadFile'>(async ({ input: { spaceId, fileId }, env, load }) => {
  const found = async () => file.found((await load()).state, fileId);
  const assertAdmitted = async () => void (await found());
  return new StoredDownload(await found(), { spaceId, stored: env.fileBytes, assertAdmitted });
});

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

/** For whoever has a link, which is used up. What is refused before does not use it up. */
export const downloadLinkedFile = download<'downloadLinkedFile'>(async ({ input, now, env, present, takeRoom }) => {
  const { spaceId, fileId, token } = input;
  const open = async () => {
    const { state, now } = await present();
    if (space.isOver(state.space, now)) throw file.linkGone();
    return state;
  };
  const state = await open();
  const { hash } = credentialOf(token);
  const link = await env.files.findLink({ spaceId, fileId }, hash);
  const found = file.linked(state, link, now);
  takeRoom(found.bytes);
  if (!(await env.files.takeLink(spaceId, hash))) throw file.linkGone();
  const assertAdmitted = async () => void file.linked(await open(), link, 0);
  return new StoredDownload(found, { spaceId, stored: env.fileBytes, assertAdmitted });
});
