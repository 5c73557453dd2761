/**
 * Size limits that a deployment can set (decisions §6). Characters are Unicode code points; bytes are UTF-8.
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
  /** Counts active invitations only; the space remembers the latest others as well. */
  invitationsPerSpace: number;
  /** Open deliveries of the messages of one sender to one addressee. */
  openDeliveriesPerSender: number;
  /** All contents together: a caller can request all of them in one answer. */
  artifactBytesPerSpace: number;
  fileBytes: number;
  /** All files together, and the uploads in progress. */
  fileBytesPerSpace: number;
  /** Everything stored in a space: messages and other events, contents of artifacts, responses stored for retries. */
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
  openDeliveriesPerSender: 100,
  artifactBytesPerSpace: 32 * 1024 * 1024,
  fileBytes: 10 * 1024 * 1024,
  fileBytesPerSpace: 64 * 1024 * 1024,
  bytesPerSpace: 256 * 1024 * 1024,
};

/** Old versions of an artifact whose content is stored, and its size in UTF-8 together. */
export interface Retention {
  versions: number;
  bytes: number;
}

export const defaultRetention: Retention = { versions: 500, bytes: 16 * 1024 * 1024 };

/** Extra bytes for locks and heartbeats in a full space, so that its artifacts can still be made smaller. */
export const fullSpaceReserve = 64 * 1024;

/** Has the maximum number of digits of a query parameter and an event id. */
export const maxSequence = 999_999_999_999_999;
export const maxPageSize = 1_000;
/** A page of events ends once it has reached this size. */
export const maxPageBytes = 1024 * 1024;
export const maxWaitSeconds = 25;
/** Participants that one message can be directed to. */
export const maxAddressees = 50;
/** Files that one message can name. */
export const maxAttachments = 10;
export const maxFilesPerSpace = 1_000;
/** Of the name of a file, in UTF-8; file systems allow no more. */
export const maxFileNameBytes = 255;
export const fileLinkSeconds = 300;
/** Links to files of a space that still work. */
export const maxFileLinks = 1_000;
export const defaultLeaseSeconds = 300;
export const minLeaseSeconds = 10;
export const maxLeaseSeconds = 3_600;
/** The note of an addressee who settles a delivery. */
export const maxNoteCharacters = 500;
/** Changes of an artifact that wait for a decision, and of all artifacts of a space. */
export const maxOpenProposals = 50;
export const maxOpenProposalsPerSpace = 1_000;
export const maxTaskTitleCharacters = 200;
export const maxTaskTextCharacters = 20_000;
/** A question to the documentation. */
export const maxQuestionCharacters = 2_000;
/** Tasks of a space that have not ended. */
export const maxOpenTasks = 500;
/** Participants that a task can be meant for. */
export const maxTaskAddressees = 10;
/** The URL of a wake address, or of a subscription to Web Push. */
export const maxWakeUrlCharacters = 2_048;
/** The token and the credentials that an A2A receiver expects. */
export const maxWakeCredentialCharacters = 4_096;
/** Tokens of a catch-up. */
export const defaultCatchUpTokens = 2_000;
export const minCatchUpTokens = 200;
export const maxCatchUpTokens = 50_000;
/** A message in a catch-up is cut after this many UTF-16 code units. */
export const maxCaughtCharacters = 2_000;
export const maxTtlSeconds = 2_147_483_647;
export const maxAgentBudget = 10_000;
export const maxInvitationUses = 1_000_000;
export const defaultTtlSeconds = 86_400;
export const maxIdempotencyKeyCharacters = 255;
/** Top-level fields of a body; no operation has even half as many. */
export const maxBodyFields = 100;
/** Fields at any depth. */
export const maxBodyFieldsInAll = 1_000;
/** Fields and elements at any depth, by their commas and opening brackets. */
export const maxBodyValues = 10_000;
export const maxBodyDepth = 100;
/** Characters of the code that a human types to link an agent. */
export const userCodeLength = 8;
