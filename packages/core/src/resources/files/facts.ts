import type { Fact, Facts } from '../../kernel/facts.ts';
import type { StoredFile } from './entity.ts';

/** A file was stored or deleted. */
export const fileChanged = (
  action: Facts['file']['action'],
  { fileId, name, bytes, sha256, type, authorId }: StoredFile,
  actorId: string,
): Fact => ({ event: 'file', body: { action, fileId, name, bytes, sha256, type, authorId, actorId } });

export interface FileFact {
  action: 'created' | 'deleted';
  fileId: string;
  name: string;
  bytes: number;
  sha256: string;
  type: string;
  authorId: string;
  actorId: string;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    file: FileFact;
  }
}
