/** What a deployment can set (decisions §6). Characters are Unicode code points; bytes are UTF-8. */
export const commonLimits = {
  nameCharacters: 200,
  bodyBytes: 2 * 1024 * 1024,
  /** Everything stored in a space: messages and other events, contents of artifacts, responses stored for retries. */
  bytesPerSpace: 256 * 1024 * 1024,
};

/** Size limits that a deployment can set. Each resource adds its own. */
export interface Limits extends Readonly<typeof commonLimits> {}

/** Extra bytes for locks and heartbeats in a full space, so that its artifacts can still be made smaller. */
export const fullSpaceReserve = 64 * 1024;

/** Has the maximum number of digits of a query parameter and an event id. */
export const maxSequence = 999_999_999_999_999;

export const maxPageSize = 1_000;

/** A page of events ends once it has reached this size. */
export const maxPageBytes = 1024 * 1024;

export const maxWaitSeconds = 25;

export const maxIdempotencyKeyCharacters = 255;

/** Top-level fields of a body; no operation has even half as many. */
export const maxBodyFields = 100;

/** Fields at any depth. */
export const maxBodyFieldsInAll = 1_000;

/** Fields and elements at any depth, by their commas and opening brackets. */
export const maxBodyValues = 10_000;

export const maxBodyDepth = 100;

/** The note of an addressee who settles a delivery. */
export const maxNoteCharacters = 500;

/** Participants that one message, or a comment, can be directed to. */
export const maxAddressees = 50;
