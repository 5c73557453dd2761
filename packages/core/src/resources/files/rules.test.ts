import { describe, expect, it } from 'vitest';
import { apply, defaultLimits, file, maxFilesPerSpace, type Limits, type SpaceState, type StoredFile } from '../../index.ts';
import { aJoiner, aSpace, ownerOf, refusalOf } from '../../given.fixture.ts';

const empty = aSpace();
const owner = { ...ownerOf(empty), revealed: true };
const [bob, eve] = ['bob', 'eve'].map((id) => ({ ...aJoiner(empty, id), revealed: true })) as [typeof owner, typeof owner];
const state = apply(empty, { participants: [owner, bob, eve] });
const limits: Limits = { ...defaultLimits, fileBytes: 10, fileBytesPerSpace: 25 };
const begin = (in_: SpaceState, bytes: number | undefined, fileId = 'f', room = Infinity) =>
  file.begin(in_, { fileId, name: 'log', bytes }, bob, 5, { limits, room });
const having = (...files: StoredFile[]): SpaceState => apply(state, { files });
const known = { bytes: 3, sha256: 'ab', type: 'text/plain' };
const stored = file.finish(having(begin(state, 3)), 'f', known, 9);

describe('an upload', () => {
  it('reserves the bytes that it announces, and nobody sees it', () => {
    const upload = begin(state, 7);
    expect(upload).toMatchObject({ bytes: 7, sha256: '', authorId: 'bob', createdAt: 5 });
    expect(file.listed(having(upload))).toEqual([]);
    expect(refusalOf(() => file.found(having(upload), 'f'))).toBe('file_not_found');
  });

  it('413 beyond the size of a file; exactly the limit, and none at all, are fine', () => {
    expect(refusalOf(() => begin(state, 11))).toBe('file_too_large');
    expect(begin(state, 10).bytes).toBe(10);
    expect(begin(state, 0).bytes).toBe(0);
  });

  it('400 if the files of the space and the uploads in progress leave too little', () => {
    const busy = having(begin(state, 10, 'a'), begin(state, 10, 'b'));
    expect(begin(busy, 5, 'c').bytes).toBe(5);
    expect(refusalOf(() => begin(busy, 6, 'c'))).toBe('invalid_request');
  });

  it('without a size reserves as much as one file can have, or what is left', () => {
    expect(begin(state, undefined).bytes).toBe(10);
    const busy = having(begin(state, 10, 'a'), begin(state, 10, 'b'));
    expect(begin(busy, undefined, 'c').bytes).toBe(5);
    expect(begin(state, undefined, 'c', 4).bytes).toBe(4);
    expect(refusalOf(() => begin(apply(busy, { files: [begin(busy, 5, 'c')] }), undefined, 'd'))).toBe('invalid_request');
  });

  it('409 if the space has 1,000 files', () => {
    const many = Array.from({ length: maxFilesPerSpace }, (_, i) => ({ ...stored, fileId: `f${i}`, bytes: 0 }));
    expect(begin(having(...many.slice(1)), 0).bytes).toBe(0);
    expect(refusalOf(() => begin(having(...many), 0))).toBe('limit_reached');
  });

  it('becomes a file with the size that it had in the end', () => {
    expect(stored).toMatchObject({ ...known, name: 'log', createdAt: 9, expiresAt: undefined });
    expect(file.listed(having(stored))).toEqual([stored]);
  });

  it('503 if it was given up meanwhile', () => expect(refusalOf(() => file.finish(state, 'f', known, 9))).toBe('unavailable'));

  it('is given up once, and never after it has finished', () => {
    const upload = begin(state, 3);
    expect(file.abandon(having(upload), 'f', 7)).toEqual({ ...upload, removedAt: 7 });
    expect(file.abandon(having(stored), 'f', 7)).toBeUndefined();
    expect(file.abandon(state, 'f', 7)).toBeUndefined();
  });

  it('is overdue when its process must have ended, and not before', () => {
    const upload = begin(state, 3);
    expect(file.overdue(having(upload, { ...stored, fileId: 'g' }), upload.expiresAt! - 1)).toEqual([]);
    expect(file.overdue(having(upload, { ...stored, fileId: 'g' }), upload.expiresAt!)).toEqual([upload]);
  });
});

describe('a file', () => {
  it('403 if somebody other than its author or the owner deletes it', () => {
    expect(refusalOf(() => file.remove(stored, eve, 1))).toBe('forbidden');
    expect(file.remove(stored, bob, 1).removedAt).toBe(1);
    expect(file.remove(stored, owner, 1).removedAt).toBe(1);
  });

  it('400 if a message names a file that does not exist, or is still uploaded', () => {
    expect(file.attached(having(stored), ['f'])).toEqual([{ fileId: 'f', name: 'log', ...known }]);
    expect(refusalOf(() => file.attached(having(stored), ['f', 'g']))).toBe('invalid_request');
    expect(refusalOf(() => file.attached(having(begin(state, 3)), ['f']))).toBe('invalid_request');
  });
});

describe('a link to a file', () => {
  const link = file.link(stored, bob, 'hash', 1_000);

  it('leads to it for 300 s', () => {
    expect(file.linked(having(stored), link, 300_999)).toEqual(stored);
    expect(refusalOf(() => file.linked(having(stored), link, 301_000))).toBe('file_link_gone');
  });

  it('410 if it is unknown, the file is deleted, or whoever made it is gone', () => {
    expect(refusalOf(() => file.linked(having(stored), undefined, 0))).toBe('file_link_gone');
    expect(refusalOf(() => file.linked(state, link, 0))).toBe('file_link_gone');
    const without = apply(having(stored), { participants: [{ ...bob, status: 'kicked' }] });
    expect(refusalOf(() => file.linked(without, link, 0))).toBe('file_link_gone');
  });
});
