import { space } from '@parley/core';
import { spaceClosedEvent } from '../events/drafts.ts';
import { contextFields, Json, spaceFields, viewerOf } from '../present.ts';
import { create, read, write } from './define.ts';

export const createSpace = create<'createSpace'>(({ input, now, env }) => {
  const spaceId = env.mint.id();
  const ownerId = env.mint.id();
  const key = env.mint.key('participant', spaceId, ownerId);
  return {
    state: space.create({ ...input, spaceId, ownerId, keyHash: key.hash }, now),
    answer: { spaceId, ownerId, ownerPrivateKey: key.key },
  };
});

export const getSpace = read<'getSpace'>(({ state, caller, head, now, env }) => {
  const { spaceId, privacy } = state.space;
  // A private space shows nobody to those who are not in yet.
  const shown = caller.kind === 'invitation' && privacy === 'private' ? withoutContent(state) : state;
  const viewer = caller.kind === 'participant' ? viewerOf(caller.participant) : 'guest';
  const context = contextFields(shown, viewer, env.publicUrl, head.lastMs, now);
  return new Json(`{"spaceId":"${spaceId}","privacy":"${privacy}",${spaceFields(state, now)},${context}}`);
});

const withoutContent = (state: Parameters<typeof contextFields>[0]) => ({
  ...state,
  participants: new Map(),
  artifacts: new Map(),
});

export const updateSpace = write<'updateSpace'>(({ state, input }) => ({
  changes: { space: space.update(state.space, input) },
  answer: { ok: true },
}));

export const closeSpace = write<'closeSpace'>(({ state, now }) => {
  const closed = space.close(state.space, now);
  return { changes: { space: closed }, events: [spaceClosedEvent(closed)], answer: { ok: true } };
});
