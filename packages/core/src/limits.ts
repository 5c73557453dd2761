/**
 * Sizes a deployment may set (decisions §6). Characters are Unicode code points; bytes are UTF-8.
 */
export interface Limits {
  nameCharacters: number;
  displayNameCharacters: number;
  roleCharacters: number;
  descriptionCharacters: number;
  agendaCharacters: number;
  messageBytes: number;
  imageBytes: number;
  artifactBytes: number;
  bodyBytes: number;
  participantsPerSpace: number;
  artifactsPerSpace: number;
  /** Of active ones; the latest others are remembered beside them. */
  invitationsPerSpace: number;
  /** Of all contents together, as a caller may ask for all in one answer. */
  artifactBytesPerSpace: number;
  /** Of all that is stored in a space: messages and other events, contents of artifacts, answers kept for retries. */
  bytesPerSpace: number;
}

export const defaultLimits: Limits = {
  nameCharacters: 200,
  displayNameCharacters: 80,
  roleCharacters: 120,
  descriptionCharacters: 4_000,
  agendaCharacters: 20_000,
  messageBytes: 64 * 1024,
  imageBytes: 1024 * 1024,
  artifactBytes: 1024 * 1024,
  bodyBytes: 2 * 1024 * 1024,
  participantsPerSpace: 1_000,
  artifactsPerSpace: 200,
  invitationsPerSpace: 1_000,
  artifactBytesPerSpace: 32 * 1024 * 1024,
  bytesPerSpace: 256 * 1024 * 1024,
};

/** Bytes that a space which is full stores for locks and heartbeats, so that what is in it can be made smaller. */
export const fullSpaceReserve = 64 * 1024;

/** It has as many digits as a query and the id of an event may have. */
export const maxSequence = 999_999_999_999_999;
export const maxPageSize = 1_000;
/** A page of events has no more once it has so many. */
export const maxPageBytes = 1024 * 1024;
export const maxWaitSeconds = 25;
export const maxTtlSeconds = 2_147_483_647;
export const maxInvitationUses = 1_000_000;
export const defaultTtlSeconds = 86_400;
export const maxIdempotencyKeyCharacters = 255;
/** Top-level fields of a body; no operation has half as many. */
export const maxBodyFields = 100;
/** At whatever depth. */
export const maxBodyFieldsInAll = 1_000;
export const maxBodyDepth = 100;
