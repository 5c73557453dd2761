import { at } from '../../kernel/example.ts';
import { sha256 } from '../artifacts/example.ts';
import { ownerId } from '../participants/example.ts';

export const version = { version: 1, authorId: ownerId, authorName: 'Ada', at, bytes: 7, sha256, kept: true };
