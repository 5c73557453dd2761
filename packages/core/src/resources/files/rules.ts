import { notFound, ServiceError } from '../../kernel/errors.ts';
import { missing } from './errors.ts';
import type { Attachment, FileLink, StoredFile } from './entity.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { Participant } from '../participants/entity.ts';
import { fileLinkSeconds, maxFilesPerSpace } from './limits.ts';
import { type Limits } from '../../kernel/limits.ts';
import type { SpaceState } from '../../kernel/state.ts';
import { isGone } from '../participants/entity.ts';
import { assertAllowed } from '../../kernel/assertions.ts';
import { assertRoom } from '../../kernel/assertions.ts';

/** Longer than the server waits for a body, so only the upload of a process that has ended is given up. */
const uploadMs = 10 * 60_000;

const isFinished = ({ sha256 }: StoredFile): boolean => sha256 !== '';

/** The files that participants can see, oldest first. */
export const listed = ({ files }: SpaceState): StoredFile[] => [...files.values()].filter(isFinished);

export function found({ files }: SpaceState, fileId: string): StoredFile {
  const file = files.get(fileId);
  if (!file || !isFinished(file)) throw notFound(missing.fileId);
  return file;
}

interface Upload {
  fileId: string;
  name: string;
  claimedType?: string | undefined;
  /** Undefined if the caller does not say how many bytes follow. */
  bytes?: number | undefined;
}

/**
 * The reservation of an upload. Without a size it reserves as much as one file can have, or what is left.
 * @param room - How much more the space can store in all.
 */
export function begin(
  state: SpaceState,
  { fileId, name, claimedType, bytes }: Upload,
  author: Participant,
  now: Instant,
  { limits, room }: { limits: Limits; room: number },
): StoredFile {
  const { fileBytes, fileBytesPerSpace } = limits;
  if (bytes !== undefined) assertSize(bytes, fileBytes);
  assertRoom(state.files.size, maxFilesPerSpace, 'files');
  const used = bytesIn(state);
  const left = Math.min(fileBytesPerSpace - used, Math.max(room, 1));
  const reserved = bytes ?? Math.min(fileBytes, left);
  if (used + reserved > fileBytesPerSpace || (bytes === undefined && reserved <= 0)) {
    throw full(used + Math.max(reserved, 1), fileBytesPerSpace);
  }
  return {
    fileId,
    name,
    bytes: reserved,
    sha256: '',
    type: '',
    claimedType,
    authorId: author.participantId,
    createdAt: now,
    expiresAt: now + uploadMs,
  };
}

/** Of all files, and of all uploads in progress. */
const bytesIn = ({ files }: SpaceState): number => [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);

/** Throws 413 if one file cannot have so many bytes. */
export function assertSize(actual: number, limit: number): void {
  if (actual <= limit) return;
  const message = `A file can have at most ${limit} bytes`;
  throw new ServiceError('file_too_large', message, { issues: [{ field: '', message, limit, actual }] });
}

/** The refusal of an upload for which its space has no room. */
export function full(actual: number, limit: number): ServiceError {
  const message = `The files of a space, uploads in progress included, can have at most ${limit} bytes in total`;
  return new ServiceError('invalid_request', message, { issues: [{ field: '', message, limit, actual }] });
}

/** An upload whose bytes are all stored. Throws if it was given up meanwhile. */
export function finish(
  { files }: SpaceState,
  fileId: string,
  known: Pick<StoredFile, 'bytes' | 'sha256' | 'type'>,
  now: Instant,
): StoredFile {
  const upload = files.get(fileId);
  if (!upload) throw new ServiceError('unavailable', 'The upload took too long; try again', { retryAfter: 1 });
  return { ...upload, ...known, createdAt: now, expiresAt: undefined };
}

/** An upload that is given up; undefined if it has finished, or is already given up. */
export function abandon({ files }: SpaceState, fileId: string, now: Instant): StoredFile | undefined {
  const upload = files.get(fileId);
  return upload && !isFinished(upload) ? { ...upload, removedAt: now } : undefined;
}

/** The uploads that nobody continues. */
export const overdue = ({ files }: SpaceState, now: Instant): StoredFile[] =>
  [...files.values()].filter(({ expiresAt }) => expiresAt !== undefined && now >= expiresAt);

/** Throws 403 unless the caller uploaded it or owns the space. */
export function remove(file: StoredFile, caller: Participant, now: Instant): StoredFile {
  const mayRemove = caller.isOwner || caller.participantId === file.authorId;
  assertAllowed(mayRemove, 'the author of the file and the owner of the space can delete it');
  return { ...file, removedAt: now };
}

/** What a message keeps of the files that it names. Throws 400 if one is not a file of the space. */
export const attached = (state: SpaceState, fileIds: readonly string[]): Attachment[] =>
  fileIds.map((id, i) => {
    const file = state.files.get(id);
    if (file && isFinished(file)) return attachmentOf(file);
    const issue = { field: `attachments.${i}`, message: 'must be the id of a file in this space' };
    throw new ServiceError('invalid_request', `${issue.field} ${issue.message}`, { issues: [issue] });
  });

export const attachmentOf = ({ fileId, name, bytes, sha256, type }: StoredFile): Attachment => ({
  fileId,
  name,
  bytes,
  sha256,
  type,
});

export const link = ({ fileId }: StoredFile, { participantId }: Participant, linkHash: string, now: Instant): FileLink => ({
  linkHash,
  fileId,
  participantId,
  expiresAt: now + fileLinkSeconds * 1000,
});

/** The file that a link still leads to. Throws 410 if it has expired, or whoever made it is gone. */
export function linked(state: SpaceState, link: FileLink | undefined, now: Instant): StoredFile {
  const maker = link && state.participants.get(link.participantId);
  const file = link && state.files.get(link.fileId);
  if (!file || !isFinished(file) || !maker || isGone(maker) || now >= link.expiresAt) throw linkGone();
  return file;
}

export const linkGone = (): ServiceError =>
  new ServiceError('file_link_gone', 'This link has been used, has expired, or never existed: ask for a new one');
