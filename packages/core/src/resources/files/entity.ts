import type { Instant } from '../../kernel/instant.ts';

/** A file of a space, without its bytes. */
export interface StoredFile {
  readonly fileId: string;
  readonly name: string;
  /** Its size; of an unfinished upload, the bytes that are reserved for it. */
  readonly bytes: number;
  /** Empty while it is uploaded: until then nobody sees it. */
  readonly sha256: string;
  /** The media type that its bytes have. */
  readonly type: string;
  /** What its uploader said about the type. */
  readonly claimedType?: string | undefined;
  readonly authorId: string;
  readonly createdAt: Instant;
  /** When an upload that has not finished is given up. */
  readonly expiresAt?: Instant | undefined;
  /** Then it is no longer a part of the state, and its bytes are about to be removed. */
  readonly removedAt?: Instant | undefined;
}

/** A file as messages name it. */
export type Attachment = Pick<StoredFile, 'fileId' | 'name' | 'bytes' | 'sha256' | 'type'>;

/** Permission to download a file once, without a key. */
export interface FileLink {
  /** SHA-256 of its secret, hex. */
  readonly linkHash: string;
  readonly fileId: string;
  /** Who made it. */
  readonly participantId: string;
  readonly expiresAt: Instant;
}

declare module '../../kernel/state.ts' {
  interface Entities {
    files: StoredFile;
  }
}
