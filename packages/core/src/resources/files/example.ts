import { at, spaceId } from '../../kernel/example.ts';
import { ownerId } from '../participants/example.ts';

const fileId = '1d5b7f93-4c2e-4a80-9b61-7e3f5d8c0a24';
export const ofFile = { spaceId, fileId };

export const file = {
  fileId,
  name: 'build.log',
  bytes: 3,
  sha256: 'dc51b8c96c2d745df3bd5590d990230a482fd247123599548e0632fdbf97fc22',
  type: 'text/plain',
  authorId: ownerId,
  createdAt: at,
};
