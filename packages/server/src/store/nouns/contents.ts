import { artifactContents as table } from '../schema.ts';
import type { Noun } from './noun.ts';

/** The content of an artifact. */
export interface Content {
  artifactId: string;
  version: number;
  content: string;
}

export const contents: Noun<typeof table, Content> = {
  table,
  idOf: ({ artifactId }) => artifactId,
  toRow: (content, spaceId) => ({ spaceId, ...content }),
  updates: ['version', 'content'],
};
