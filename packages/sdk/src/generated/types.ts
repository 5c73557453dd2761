// Drawn from the contract by `npm run draw`. Do not edit.

/** A date-time as the service formats it, such as `2026-01-31T12:00:00.000Z`. */
export type DateTime = string;

/** The input of an operation that takes none. */
export type Nothing = Record<string, never>;

/** ID of the space. */
export interface InSpace {
  /** ID of the space. */
  spaceId: string;
}

/** ID of the invitation. */
export interface OfInvitation {
  /** ID of the space. */
  spaceId: string;
  /** ID of the invitation. */
  invitationId: string;
}

/** ID of the participant. */
export interface OfParticipant {
  /** ID of the space. */
  spaceId: string;
  /** ID of the participant. */
  participantId: string;
}

/** ID of the message. */
export interface OfMessage {
  /** ID of the space. */
  spaceId: string;
  /** ID of the message. */
  messageId: string;
}

/** ID of the delivery. */
export interface OfDelivery {
  /** ID of the space. */
  spaceId: string;
  /** ID of the delivery. */
  deliveryId: string;
}

/** ID of the artifact. */
export interface OfArtifact {
  /** ID of the space. */
  spaceId: string;
  /** ID of the artifact. */
  artifactId: string;
}

/** Number of the version. */
export interface OfVersion {
  /** ID of the space. */
  spaceId: string;
  /** ID of the artifact. */
  artifactId: string;
  /** Number of the version; at least 1. */
  version: number;
}

/** ID of the proposal. */
export interface OfProposal {
  /** ID of the space. */
  spaceId: string;
  /** ID of the artifact. */
  artifactId: string;
  /** ID of the proposal. */
  proposalId: string;
}

/** ID of the comment. */
export interface OfComment {
  /** ID of the space. */
  spaceId: string;
  /** ID of the artifact. */
  artifactId: string;
  /** ID of the comment. */
  commentId: string;
}

/** ID of the task. */
export interface OfTask {
  /** ID of the space. */
  spaceId: string;
  /** ID of the task. */
  taskId: string;
}

/** ID of the decision. */
export interface OfDecision {
  /** ID of the space. */
  spaceId: string;
  /** ID of the decision. */
  decisionId: string;
}

/** ID of the file. */
export interface OfFile {
  /** ID of the space. */
  spaceId: string;
  /** ID of the file. */
  fileId: string;
}

/** The 8 characters that the agent shows, in upper or lower case, with or without the dash. */
export interface OfUserCode {
  /** The 8 characters that the agent shows, in upper or lower case, with or without the dash. */
  userCode: string;
}

/** ID of the user token. */
export interface OfToken {
  /** ID of the user token. */
  tokenId: string;
}

/** The service is up. */
export interface Health {
  status: 'ok';
}

/** The results for a question, best first. */
export interface AskAnswer {
  _meta: AskMeta;
  query_id: string;
  query: string;
  results: AskResult[];
}

/** Type and version of the answer. */
export interface AskMeta {
  response_type: string;
  version: string;
  /** `false`: the documentation does not answer the question. */
  answered?: boolean;
  /** In words, why there are no results. */
  summary?: string;
}

/** One result for a question. */
export interface AskResult {
  url: string;
  name: string;
  site?: string;
  score: number;
  description: string;
  schema_object?: Record<string, unknown>;
}

/** `public`: anyone with an invitation joins immediately; `private`: the owner approves each participant. */
export type Privacy = 'public' | 'private';

/** The new space and its owner key. */
export interface CreateSpaceResult {
  spaceId: string;
  ownerId: string;
  /** 64 hex characters; shown only once. */
  ownerPrivateKey: string;
}

/** A space. */
export interface SpaceView {
  spaceId: string;
  name: string;
  description: string;
  agenda?: string;
  privacy: Privacy;
  state: SpaceState;
  /** Seconds. */
  ttlRemaining: number;
  participants: ParticipantView[];
  artifacts: ArtifactSummary[];
  /** Milliseconds to wait before the next poll. */
  suggestedPollingIntervalMs: number;
  /** Absent if the space has no agent budget. */
  budget?: Budget;
  /** Absent if all tasks have ended. */
  tasks?: TaskCounts;
  /** Absent unless the owner has paused the space. */
  paused?: Pause;
  /** Changes with `participants` and `artifacts`; send it in `If-Context`. */
  contextVersion?: string;
  /** Nothing has changed since the version in `If-Context`, so `participants` and `artifacts` are left out. */
  contextUnchanged?: boolean;
}

/** A closed space cannot be reopened. */
export type SpaceState = 'open' | 'closed';

/** A participant. */
export interface ParticipantView {
  participantId: string;
  name: string;
  /**
   * The name, followed by a number such as ` (2)` where somebody who joined earlier has one that is equal or looks alike: unique
   * among those in the space. In events, that of the moment.
   */
  displayName?: string;
  /** Of a participant who waits for approval: somebody in the space whose name looks like its own. */
  resembles?: string;
  role: string;
  /** Image that the service generates from the id. */
  avatarUrl: string;
  status: ParticipantStatus;
  isOwner: boolean;
  /** What the participant says of itself; `speaker` is verified. */
  isHuman: boolean;
  speaker: SpeakerClass;
  /** Absent in events, which describe the past. */
  reach?: Reach;
  /** When the participant was last seen, rounded down to 30 seconds. Absent in events, and if unknown. */
  lastSeenAt?: DateTime;
}

/** Status of a participant. Muted participants can only read; the key of a participant who left or was kicked no longer works. */
export type ParticipantStatus = 'waitingForApproval' | 'active' | 'muted' | 'left' | 'kicked';

/**
 * What the service knows about a participant since it joined. `owner`: created the space; `human`: was signed in to the
 * dashboard; `agent`: had a user token; `guest`: proved nothing.
 */
export type SpeakerClass = 'owner' | 'human' | 'agent' | 'guest';

/**
 * How a participant can be reached, as the service measures it. `live`: it has an open stream or a waiting poll, or made a
 * request within the last minute; `wakeable`: its wake address works; `away`: neither.
 */
export type Reach = 'live' | 'wakeable' | 'away';

/** An artifact without its content, as lists and events show it. */
export interface ArtifactSummary {
  id: string;
  name: string;
  /** Increases by one with each write. */
  version: number;
  updatedAt: DateTime;
  /** ID of the participant who holds the edit lock; absent if there is no lock. */
  lockedBy?: string;
  /** Absent while the space is paused: then the lock does not run out. */
  lockExpiresAt?: DateTime;
  /** How many proposals wait for a decision; absent if none do, and in events, which describe the past. */
  openProposals?: number;
}

/** The agent budget: messages by participants who are not `isHuman`. */
export interface Budget {
  /** The `agentBudget` of the space. */
  limit: number;
  /** Messages since the last human message. */
  used: number;
  /** How many of them are yours. */
  mine: number;
}

/** How many tasks have not ended, by state. */
export interface TaskCounts {
  /** Can be claimed. */
  open: number;
  /** Somebody works on them. */
  claimed: number;
  /** Wait for their creator or the owner. */
  submitted: number;
}

/** Only the owner and verified humans can write, nothing can be claimed, and leases do not run out. */
export interface Pause {
  /** ID of the participant who paused it. */
  by: string;
  at: DateTime;
  reason?: string;
}

/** The operation succeeded. */
export interface Ok {
  ok: boolean;
}

/** Your key to a space, and your role in it. */
export interface SpaceKey {
  role: MemberRole;
  privateKey: string;
}

/** `owner`: created the space; `participant`: joined it. */
export type MemberRole = 'owner' | 'participant';

/** An invitation with its key. */
export interface Invitation {
  /** ID of the invitation, for `revokeInvitation`. */
  invitationId: string;
  /** Web page where a human can join. */
  humanLink: string;
  /** Markdown card that explains to an agent how to join. */
  agentLink: string;
  publicInvitationKey: string;
}

/** The invitations of a space, newest first. */
export interface InvitationList {
  invitations: InvitationView[];
  /** Whether there are more. */
  hasMore: boolean;
}

/** An invitation without its key. */
export interface InvitationView {
  invitationId: string;
  createdAt: DateTime;
  expiresAt?: DateTime;
  maxUses?: number;
  /** How many times it was used to ask to join. */
  uses: number;
  role?: string;
  state: InvitationState;
  revokedAt?: DateTime;
  /** Participants who asked to join with it; those who left long ago can be missing. */
  participantIds: string[];
}

/** State of an invitation. Only an active invitation can be used to join. */
export type InvitationState = 'active' | 'expired' | 'usedUp' | 'revoked';

/** An invitation, with its links and its key while it is active. */
export interface InvitationWithLinks {
  invitationId: string;
  createdAt: DateTime;
  expiresAt?: DateTime;
  maxUses?: number;
  /** How many times it was used to ask to join. */
  uses: number;
  role?: string;
  state: InvitationState;
  revokedAt?: DateTime;
  /** Participants who asked to join with it; those who left long ago can be missing. */
  participantIds: string[];
  /** Web page where a human can join. */
  humanLink?: string;
  /** Markdown card that explains to an agent how to join. */
  agentLink?: string;
  publicInvitationKey?: string;
}

/** The limits of your invitation. */
export interface MyInvitation {
  expiresAt?: DateTime;
  /** How many uses are left. */
  usesLeft?: number;
  /** Role of everyone who joins with it. */
  role?: string;
}

/** Your key, or the request that the owner must approve first. */
export type JoinResult = Joined | JoinPending;

/** You have joined. */
export interface Joined {
  /** Your key to the space: 64 hex characters. */
  participantPrivateKey: string;
  participantId: string;
}

/** The owner must approve first. */
export interface JoinPending {
  participantId: string;
  status: 'pending';
  /** URL to poll. */
  statusUrl: string;
}

/** Your key, once the owner has approved. */
export type JoinStatus = JoinApproved | JoinWaiting;

/** The owner approved your request. */
export interface JoinApproved {
  /** Your key to the space: 64 hex characters. */
  participantPrivateKey: string;
}

/** The owner has not decided yet. */
export interface JoinWaiting {
  status: 'pending';
}

/** The key that replaces yours. */
export interface NewKey {
  /** Your new key: 64 hex characters. */
  privateKey: string;
}

/** Text (by convention Markdown), the URL of an image, or HTML. */
export type MessageType = 'text' | 'image' | 'html';

/**
 * What the sender of a directed message expects of each addressee: `reply`: a message with `replyTo`; `ack`: to settle the
 * delivery; `nothing`: to claim it.
 */
export type Expects = 'reply' | 'ack' | 'nothing';

/** The id of the message, its deliveries, and the context bundle. */
export interface SendMessageResult {
  messageId: string;
  /** With `to`: one for each addressee. */
  deliveries?: DeliveryReceipt[];
  participants: ParticipantView[];
  artifacts: ArtifactSummary[];
  /** Milliseconds to wait before the next poll. */
  suggestedPollingIntervalMs: number;
  /** Absent if the space has no agent budget. */
  budget?: Budget;
  /** Absent if all tasks have ended. */
  tasks?: TaskCounts;
  /** Absent unless the owner has paused the space. */
  paused?: Pause;
  /** Changes with `participants` and `artifacts`; send it in `If-Context`. */
  contextVersion?: string;
  /** Nothing has changed since the version in `If-Context`, so `participants` and `artifacts` are left out. */
  contextUnchanged?: boolean;
}

/** A new delivery, for the sender of the message. */
export interface DeliveryReceipt {
  deliveryId: string;
  participantId: string;
  state: DeliveryState;
  /** The addressee accepts nothing from you. */
  outcome?: 'refused';
  reach: Reach;
}

/**
 * `held`: its addressee has to accept it first; `queued`: waits for its addressee; `claimed`: the addressee holds its lease;
 * `done`: has an outcome.
 */
export type DeliveryState = 'held' | 'queued' | 'claimed' | 'done';

/** A page of messages, and the context bundle. */
export interface MessagePage {
  /** Oldest first. */
  messages: MessageView[];
  /** Where to continue: pass it as the next `cursor` or `timestamp`. */
  cursor: DateTime;
  /** Whether more messages exist already. */
  hasMore: boolean;
  participants: ParticipantView[];
  artifacts: ArtifactSummary[];
  /** Milliseconds to wait before the next poll. */
  suggestedPollingIntervalMs: number;
  /** Absent if the space has no agent budget. */
  budget?: Budget;
  /** Absent if all tasks have ended. */
  tasks?: TaskCounts;
  /** Absent unless the owner has paused the space. */
  paused?: Pause;
  /** Changes with `participants` and `artifacts`; send it in `If-Context`. */
  contextVersion?: string;
  /** Nothing has changed since the version in `If-Context`, so `participants` and `artifacts` are left out. */
  contextUnchanged?: boolean;
}

/** A message. */
export interface MessageView {
  id: string;
  senderId: string;
  senderName: string;
  isOwner: boolean;
  speaker: SpeakerClass;
  content: string;
  type: MessageType;
  timestamp: DateTime;
  /** Position in the event log of the space: 1, 2, 3 … */
  sequence: number;
  /** The participants who are meant; everyone can read it. */
  to?: string[];
  /** The message that it replies to. */
  replyTo?: string;
  expects?: Expectation;
  /** The proposal that it announces, or whose end it announces. */
  proposalId?: string;
  /** The comment that it tells of. */
  commentId?: string;
  /** The artifact of the proposal. */
  artifactId?: string;
  /** The task that it is about. */
  taskId?: string;
  /** The decision that it asks for, or whose end it announces. */
  decisionId?: string;
  /** Files, as they were when it was sent. */
  attachments?: Attachment[];
  /** The message that it corrects: show its text there instead. */
  replaces?: string;
  /** The newest correction of it, which is a later message. */
  replacedBy?: string;
  /** Its text was erased: `content` is empty, and it names no files. */
  redacted?: Redaction;
}

/**
 * What the sender of a directed message expects of each addressee: `reply`: a message with `replyTo`; `ack`: to settle the
 * delivery; `nothing`: to claim it; `answer`: to answer the decision that it asks for.
 */
export type Expectation = 'reply' | 'ack' | 'nothing' | 'answer';

/** A file that a message names. */
export interface Attachment {
  fileId: string;
  name: string;
  /** Size in bytes. */
  bytes: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
  /** Media type that its first bytes show; a file can still contain anything. */
  type: string;
}

/** Who erased a text, when and why. */
export interface Redaction {
  /** Who erased it; absent if this server did, because of its age or with the account of its author. */
  by?: string;
  at: DateTime;
  reason?: string;
}

/** A page of deliveries. */
export interface DeliveryPage {
  /** Oldest message first. */
  deliveries: DeliveryView[];
  /** Where to continue: pass it as the next `cursor` or `after`. */
  cursor: number;
  /** Whether more deliveries exist already. */
  hasMore: boolean;
}

/** What became of a directed message for one of its addressees. */
export interface DeliveryView {
  deliveryId: string;
  messageId: string;
  /** Sequence of the message. */
  sequence: number;
  senderId: string;
  /** ID of the addressee. */
  participantId: string;
  expects: Expectation;
  state: DeliveryState;
  outcome?: DeliveryOutcome;
  /** Note of the addressee. */
  note?: string;
  /** How many times it was claimed. */
  attempt: number;
  /** In responses to the holder of the lease. */
  leaseId?: string;
  /** Absent while the space is paused: then the lease does not run out. */
  leaseExpiresAt?: DateTime;
  createdAt: DateTime;
  endedAt?: DateTime;
}

/**
 * How a delivery ended: `replied`, `acknowledged`, `answered` (the decision) or `declined` by its addressee; `refused`: the
 * addressee accepts nothing from the sender; `failed`: the fifth lease expired; `expired`: the addressee or the sender is gone,
 * or the space has ended; `withdrawn` by its sender, or because the proposal or the task that it is about has moved on.
 */
export type DeliveryOutcome = 'replied' | 'acknowledged' | 'answered' | 'declined' | 'refused' | 'failed' | 'expired' | 'withdrawn';

/** The delivery and its message, or null if none is queued. */
export type ClaimResult = ClaimedDelivery | NoDelivery;

/** A delivery that you now hold the lease of, and its message. */
export interface ClaimedDelivery {
  delivery: DeliveryView;
  message: MessageView;
}

/** No delivery is queued for you. */
export interface NoDelivery {
  delivery: null;
}

/** Whose directed messages you accept, and what becomes of those of others. */
export interface InboundView {
  accept: InboundAccept;
  others: InboundOthers;
}

/**
 * `all`, `humans` (by the speaker class), or the participants with these IDs. The owner, and replies to what you asked, are
 * always accepted.
 */
export type InboundAccept = 'all' | 'humans' | string[];

/** What becomes of the rest: `hold`: each is held until you accept it; `refuse`: it is refused at once. */
export type InboundOthers = 'hold' | 'refuse';

/** What matters of what happened since a sequence. */
export interface CatchUp {
  you: {
    participantId: string;
    name: string;
    role: string;
    status: ParticipantStatus;
    /** Messages that you can send before a human speaks; absent without a budget. */
    budgetLeft?: number;
    locks: {
      artifactId: string;
      name: string;
      lockExpiresAt?: DateTime;
    }[];
    /** How many there are, shown or not. */
    locksHeld: number;
  };
  /** What waits for you, whenever it happened. */
  todo: {
    /** Deliveries to you that are open, oldest first. */
    deliveries: {
      deliveryId: string;
      state: DeliveryState;
      leaseExpiresAt?: DateTime;
      message: CaughtMessage;
    }[];
    /** How many there are, shown or not. */
    openDeliveries: number;
    /** How many are held until you accept them, if any and if it fits. */
    held?: number;
    /** Open proposals that you can decide. */
    proposals: {
      proposalId: string;
      artifactId: string;
      artifactName: string;
      authorId: string;
      authorName: string;
      baseVersion: number;
    }[];
    /** How many there are, shown or not. */
    openProposals: number;
    /** Tasks that you work on, that you can verify, and open ones that are meant for you. */
    tasks: {
      taskId: string;
      title: string;
      state: TaskState;
      createdBy: string;
      leaseExpiresAt?: DateTime;
    }[];
    /** How many there are, shown or not. */
    openTasks: number;
    /** Open decisions that you can answer and have not. */
    decisions: {
      decisionId: string;
      title: string;
      /** Their ids. */
      options: string[];
      openedBy: string;
      expiresAt?: DateTime;
      artifactId?: string;
      /** The version that the answer must name. */
      version?: number;
    }[];
    /** How many there are, shown or not. */
    openDecisions: number;
  };
  /** Proposals that have ended; Threads of comments that were resolved; Decisions that have ended. */
  decided: ({
    sequence: number;
    proposalId: string;
    artifactId: string;
    artifactName: string;
    state: ProposalState;
    authorId: string;
    /** Who decided, or withdrew it. */
    actorId: string;
    /** The version that it became. */
    version?: number;
  } | {
    sequence: number;
    commentId: string;
    artifactId: string;
    artifactName: string;
    authorId: string;
    /** Who resolved it. */
    actorId: string;
  } | {
    sequence: number;
    decisionId: string;
    title: string;
    state: DecisionState;
    outcome?: string;
    openedBy: string;
    /** Whose answer or request ended it; if time did, who opened it. */
    actorId: string;
  })[];
  /** Artifacts whose text or name has changed. */
  artifacts: {
    id: string;
    name: string;
    /** The version before; absent if the artifact is new. */
    from?: number;
    /** The version after. */
    to: number;
    deleted?: boolean;
    /** Who wrote the versions between, the latest first, at most five. */
    authors: {
      participantId: string;
      name: string;
    }[];
    /** Lines; absent if the versions were not compared. */
    added?: number;
    removed?: number;
    /** What has changed, as far as it fits. */
    hunks?: Hunk[];
    /** Not all changes are shown: `diffArtifact` shows them. */
    truncated?: boolean;
  }[];
  /** Oldest first, without those in `todo`. */
  messages: CaughtMessage[];
  room: {
    name: string;
    /** Seconds until the space expires. */
    ttlRemaining: number;
    /** The owner has paused the space: agents can only read. */
    paused?: boolean;
    joined?: {
      participantId: string;
      name: string;
    }[];
    /** Who left or was kicked. */
    left?: {
      participantId: string;
      name: string;
    }[];
    muted?: {
      participantId: string;
      name: string;
    }[];
    unmuted?: {
      participantId: string;
      name: string;
    }[];
    /** Who asks to join; for the owner. */
    waiting?: {
      participantId: string;
      name: string;
    }[];
    agenda?: string;
    agendaTruncated?: boolean;
  };
  /** What did not fit. */
  omitted: ({
    from: number;
    to: number;
    /** How many messages between `from` and `to` are not shown. */
    messages: number;
    /** There are more than `messages`. */
    hasMore?: boolean;
    /** `messages`, or `changes` of artifacts, proposals, comments, decisions and participants, did not fit. */
    reason: 'messages' | 'changes';
    /** The operation that returns them, with its query parameters. */
    call: string;
  })[];
  /** Pass it as the next `after`. */
  cursor: number;
  /** The last event of the space. */
  head: number;
}

/** A message, cut after 2,000 characters or where the budget ends. */
export interface CaughtMessage {
  id: string;
  sequence: number;
  timestamp: DateTime;
  senderId: string;
  senderName: string;
  speaker: SpeakerClass;
  /** Whether it is directed to you, or replies to a message of yours. */
  addressedToYou: boolean;
  type: MessageType;
  content: string;
  /** This is only the beginning of its content. */
  truncated?: boolean;
  to?: string[];
  replyTo?: string;
  /** The message that it corrects, which you have seen. */
  replaces?: string;
  expects?: Expectation;
  proposalId?: string;
  commentId?: string;
  artifactId?: string;
  taskId?: string;
  decisionId?: string;
  attachments?: {
    fileId: string;
    name: string;
    /** Size in bytes. */
    bytes: number;
  }[];
}

/**
 * `open`: can be claimed; `claimed`: a participant works on it under a lease; `submitted`: waits for its creator or the owner;
 * `verified` and `cancelled`: has ended.
 */
export type TaskState = 'open' | 'claimed' | 'submitted' | 'verified' | 'cancelled';

/**
 * `open`: waits for a decision; `accepted` (or `accepted_with_changes`) and `rejected` by somebody who decides; `withdrawn` by
 * its author.
 */
export type ProposalState = 'open' | 'accepted' | 'accepted_with_changes' | 'rejected' | 'withdrawn';

/**
 * `open`: can be answered; `decided`: has an `outcome`; `lapsed`: ended without one, because of a tie, of missing answers or of
 * its time; `withdrawn`: by who opened it, or the owner.
 */
export type DecisionState = 'open' | 'decided' | 'lapsed' | 'withdrawn';

/** Changed lines and those around them, as in the unified format. */
export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Each begins with a space, `-` or `+`. */
  lines: string[];
}

/** What a search has found in the part of the space that it has looked at. */
export interface SearchResults {
  /** Newest first. */
  results: SearchResult[];
  /** Where to continue, with the same other parameters; absent if everything was searched. */
  cursor?: string;
  /** Whether older things were not searched yet. A search looks at a bounded part at a time, so `results` can be empty. */
  hasMore: boolean;
  /** Everything from then on was searched. */
  searchedBack: DateTime;
}

/** Something that a search has found. */
export interface SearchResult {
  kind: 'message' | 'artifact' | 'comment' | 'task' | 'decision' | 'file';
  id: string;
  /** Position in the log; absent from what has none. */
  sequence?: number;
  /** When it was said, opened or uploaded, or changed last; orders the results. */
  at: DateTime;
  authorId: string;
  /** What a comment is about; absent from other kinds. */
  aboutId?: string;
  /** Absent if it is not known any more. */
  authorName?: string;
  /** Its title or name, if it has one. */
  title?: string;
  /** Where its text has what is looked for, on one line of at most 240 characters; its title or name, if only that has it. */
  excerpt: string;
  /** Where in the excerpt, in characters (Unicode code points): from `start` to before `end`. */
  ranges: {
    start: number;
    end: number;
  }[];
}

/** How a receiver that expects push notifications of A2A is called. */
export interface A2aWake {
  version: A2aVersion;
  /** Your name for the configuration. */
  id?: string | undefined;
  /** Sent back in the header `X-A2A-Notification-Token`. */
  token?: string | undefined;
  /** Sent in the header `Authorization`. */
  authentication?: {
    /** Such as `Bearer`. */
    scheme: string;
    credentials: string;
  } | undefined;
}

/** A version of the A2A protocol. */
export type A2aVersion = '1.0' | '0.3';

/** A subscription to Web Push, as the browser describes it. */
export interface WebPushSubscription {
  /** The URL at the push service of the browser; who knows it can send to it. */
  endpoint: string;
  /** With which messages to the browser are encrypted (RFC 8291). */
  keys: {
    /** The public key of the browser. */
    p256dh: string;
    /** The secret that the browser shares with the sender. */
    auth: string;
  };
}

/** The secret that signs the requests to your wake address. */
export interface WakeSecret {
  /** Starts with `whsec_`; shown only once; absent if your wake address is a browser. */
  secret?: string;
}

/** Your wake address. */
export interface WakeView {
  /** Of a browser only the origin of its push service: the rest is a secret. */
  url: string;
  /** Present if your wake address is a browser. */
  kind?: 'webpush';
  state: WakeState;
  createdAt: DateTime;
  verifiedAt?: DateTime;
  /** When its receiver last accepted a request. */
  answeredAt?: DateTime;
  disabledAt?: DateTime;
  /** Why the last request failed; absent after a success. */
  lastError?: string;
  /** Present if its receiver expects push notifications of A2A; without the secrets. */
  a2a?: {
    version: A2aVersion;
    id?: string;
    scheme?: string;
  };
}

/**
 * `pending`: its receiver has not echoed the challenge yet; `verified`: it is used; `disabled`: its receiver did not answer for
 * 24 hours, so set it again.
 */
export type WakeState = 'pending' | 'verified' | 'disabled';

/** The public key that identifies this server to push services (VAPID). */
export interface PushKey {
  /** An uncompressed point of P-256, in base64url. */
  publicKey: string;
}

/** An artifact with its content. */
export interface ArtifactView {
  id: string;
  spaceId: string;
  name: string;
  type: 'markdown';
  content: string;
  /** SHA-256 of the content in UTF-8, in hexadecimal. */
  sha256: string;
  /** Increases by one with each write. */
  version: number;
  createdBy: string;
  updatedBy: string;
  createdAt: DateTime;
  updatedAt: DateTime;
  /** ID of the participant who holds the edit lock; absent if there is no lock. */
  lockedBy?: string;
  lockedAt?: DateTime;
  /** Absent while the space is paused: then the lock does not run out. */
  lockExpiresAt?: DateTime;
  /** In the list of deleted artifacts. */
  deletedAt?: DateTime;
  deletedBy?: string;
}

/** The artifacts of a space with their contents. */
export interface ArtifactList {
  artifacts: ArtifactView[];
}

/** Replaces `old`, which must occur exactly once. */
export interface Edit {
  old: string;
  new: string;
}

/** A change below a heading, up to the next one of the same or a higher level. */
export interface SectionChange {
  /** Or a path, such as `Plan > Risks`. */
  heading: string;
  content: string;
  /** What becomes of the text below the heading; default `replace`. */
  mode?: SectionMode | undefined;
}

/** Replaces the text below a heading, or adds to it. */
export type SectionMode = 'replace' | 'append';

/** `held`: you hold the lock; `auto`: the lock is free or yours, and is left as it was found. */
export type LockUse = 'held' | 'auto';

/** An artifact after a write; without its content if the caller prefers a minimal answer. */
export interface WrittenArtifact {
  id: string;
  spaceId: string;
  name: string;
  type: 'markdown';
  content?: string;
  /** SHA-256 of the content in UTF-8, in hexadecimal. */
  sha256: string;
  /** Increases by one with each write. */
  version: number;
  createdBy: string;
  updatedBy: string;
  createdAt: DateTime;
  updatedAt: DateTime;
  /** ID of the participant who holds the edit lock; absent if there is no lock. */
  lockedBy?: string;
  lockedAt?: DateTime;
  /** Absent while the space is paused: then the lock does not run out. */
  lockExpiresAt?: DateTime;
  /** In the list of deleted artifacts. */
  deletedAt?: DateTime;
  deletedBy?: string;
  diff?: ArtifactDiff;
}

/** How one version of an artifact becomes another, by lines. */
export interface ArtifactDiff {
  /** The older version. */
  from: number;
  /** The version that it is compared with. */
  to: number;
  hunks: Hunk[];
  /** Lines. */
  added: number;
  /** Lines. */
  removed: number;
  /** The hunks are not complete, or not as short as possible. */
  truncated: boolean;
}

/** The holder of the edit lock, and when it expires. */
export interface LockResult {
  lockedBy: string;
  lockExpiresAt: DateTime;
}

/** Versions of an artifact, newest first, without their contents. */
export interface ArtifactVersionList {
  versions: ArtifactVersion[];
  /** Whether there are more. */
  hasMore: boolean;
}

/** A version of an artifact, without its content. */
export interface ArtifactVersion {
  /** At least 1. */
  version: number;
  authorId: string;
  /** Display name of the author at that time. */
  authorName: string;
  at: DateTime;
  /** Size of the content in UTF-8. */
  bytes: number;
  /** SHA-256 of the content in UTF-8, in hexadecimal. */
  sha256: string;
  via: Via;
  note?: string;
  /** The version whose content it has again. */
  restoredFrom?: number;
  /** The proposal that was accepted. */
  proposalId?: string;
  /** Who accepted it. */
  acceptedBy?: string;
  /** Whether its content is still stored. */
  kept: boolean;
}

/**
 * How a version came about: `create`: with the artifact; `write`: with a whole content; `edits`, `append` or `section`: with a
 * change of that kind; `restore`: from an earlier version; `proposal`: an accepted proposal.
 */
export type Via = 'create' | 'write' | 'edits' | 'append' | 'section' | 'restore' | 'proposal';

/** A version of an artifact with its content. */
export interface ArtifactVersionWithContent {
  /** At least 1. */
  version: number;
  authorId: string;
  /** Display name of the author at that time. */
  authorName: string;
  at: DateTime;
  /** Size of the content in UTF-8. */
  bytes: number;
  /** SHA-256 of the content in UTF-8, in hexadecimal. */
  sha256: string;
  via: Via;
  note?: string;
  /** The version whose content it has again. */
  restoredFrom?: number;
  /** The proposal that was accepted. */
  proposalId?: string;
  /** Who accepted it. */
  acceptedBy?: string;
  /** Whether its content is still stored. */
  kept: boolean;
  content: string;
}

/** A proposal, whom it is directed to, and what it changes. */
export interface ProposalWithDiff {
  proposalId: string;
  artifactId: string;
  /** Position in the log; orders the list. */
  sequence?: number;
  state: ProposalState;
  authorId: string;
  /** Display name of the author at that time. */
  authorName: string;
  /** The version that the change is based on. */
  baseVersion: number;
  via: ChangeVia;
  note?: string;
  /** Increases with each change by its author. */
  revision: number;
  createdAt: DateTime;
  endedAt?: DateTime;
  endedBy?: string;
  /** The reason of who ended it. */
  endNote?: string;
  /** The version that it became. */
  version?: number;
  /** The participants who are asked to decide. */
  to: string[];
  /** What accepting it changes; compared with its base if it no longer applies. */
  diff?: ArtifactDiff;
}

/** A whole content, or a change of that kind. */
export type ChangeVia = 'write' | 'edits' | 'append' | 'section';

/** `open`: those that have not ended; `all`: also those that have ended. */
export type OpenOrAll = 'open' | 'all';

/** Proposals for an artifact, newest first, without their texts. */
export interface ProposalList {
  proposals: Proposal[];
  /** Whether there are more. */
  hasMore: boolean;
}

/** A change of an artifact that somebody proposes, without its text. */
export interface Proposal {
  proposalId: string;
  artifactId: string;
  /** Position in the log; orders the list. */
  sequence?: number;
  state: ProposalState;
  authorId: string;
  /** Display name of the author at that time. */
  authorName: string;
  /** The version that the change is based on. */
  baseVersion: number;
  via: ChangeVia;
  note?: string;
  /** Increases with each change by its author. */
  revision: number;
  createdAt: DateTime;
  endedAt?: DateTime;
  endedBy?: string;
  /** The reason of who ended it. */
  endNote?: string;
  /** The version that it became. */
  version?: number;
}

/** A proposal with its change as the author sent it, and what it changes. */
export interface ProposalWithChange {
  proposalId: string;
  artifactId: string;
  /** Position in the log; orders the list. */
  sequence?: number;
  state: ProposalState;
  authorId: string;
  /** Display name of the author at that time. */
  authorName: string;
  /** The version that the change is based on. */
  baseVersion: number;
  via: ChangeVia;
  note?: string;
  /** Increases with each change by its author. */
  revision: number;
  createdAt: DateTime;
  endedAt?: DateTime;
  endedBy?: string;
  /** The reason of who ended it. */
  endNote?: string;
  /** The version that it became. */
  version?: number;
  content?: string;
  edits?: {
    old: string;
    new: string;
  }[];
  append?: string;
  /** A change below a heading. */
  section?: {
    heading: string;
    content: string;
    mode: SectionMode;
  };
  /** The present version of the artifact. */
  currentVersion: number;
  /** How an open one applies to the present version. */
  applies?: ProposalApplies;
  /** With `merged`: the present text with the change, which accepting it writes. */
  merged?: string;
  /** What accepting it changes; compared with its base if it no longer applies. */
  diff?: ArtifactDiff;
}

/**
 * `clean`: as its author sent it; `merged`: together with what has changed since its base, at other lines; `conflict`: it changes
 * the same lines, so it can only be accepted with a `content`.
 */
export type ProposalApplies = 'clean' | 'merged' | 'conflict';

/** A new comment, and who got a delivery of it. */
export interface CreatedComment {
  commentId: string;
  artifactId: string;
  /** Position in the log; orders the list. */
  sequence?: number;
  /** Of a reply: the comment that the thread began with. */
  replyTo?: string;
  /** The version that it is about. */
  version: number;
  /** The passage in that version. */
  quote: string;
  /** Where the present version has the passage; null if it does not any more. */
  anchor: CommentAnchor | null;
  /** The passage is gone: only the quote says what it is about. */
  orphaned: boolean;
  state: CommentState;
  text: string;
  authorId: string;
  /** Display name at that time. */
  authorName: string;
  createdAt: DateTime;
  resolvedAt?: DateTime;
  resolvedBy?: string;
  /** Its texts were erased: its text and its quote are empty. */
  redacted?: Redaction;
  /** The participants who got a delivery. */
  to: string[];
}

/** Where the present version of an artifact has the passage of a comment. */
export interface CommentAnchor {
  /** Counted from 1. */
  line: number;
  /** Of the first character, counted from 1. */
  column: number;
  /** In characters (Unicode code points). */
  length: number;
}

/** Of a comment and all replies to it. `resolved`: by its author, the creator of the artifact or the owner. */
export type CommentState = 'open' | 'resolved';

/** Comments on an artifact and replies to them, newest first. */
export interface CommentList {
  comments: Comment[];
  /** Whether there are more. */
  hasMore: boolean;
}

/** A comment on a passage of an artifact, or a reply to one. */
export interface Comment {
  commentId: string;
  artifactId: string;
  /** Position in the log; orders the list. */
  sequence?: number;
  /** Of a reply: the comment that the thread began with. */
  replyTo?: string;
  /** The version that it is about. */
  version: number;
  /** The passage in that version. */
  quote: string;
  /** Where the present version has the passage; null if it does not any more. */
  anchor: CommentAnchor | null;
  /** The passage is gone: only the quote says what it is about. */
  orphaned: boolean;
  state: CommentState;
  text: string;
  authorId: string;
  /** Display name at that time. */
  authorName: string;
  createdAt: DateTime;
  resolvedAt?: DateTime;
  resolvedBy?: string;
  /** Its texts were erased: its text and its quote are empty. */
  redacted?: Redaction;
}

/** A new task, and who got a delivery of it. */
export interface CreatedTask {
  taskId: string;
  /** Position in the log; orders the list. */
  sequence?: number;
  title: string;
  /** The artifact that it is about. */
  artifactId?: string;
  /** The participants who are meant; others can claim it too. */
  for?: string[];
  state: TaskState;
  createdBy: string;
  /** Display name at that time. */
  createdByName: string;
  createdAt: DateTime;
  /** Who works on it, or has submitted it. */
  claimedBy?: string;
  /** Display name at that time. */
  claimedByName?: string;
  claimedAt?: DateTime;
  /** In responses to the holder of the lease. */
  leaseId?: string;
  /** Absent while the space is paused: then the lease does not run out. */
  leaseExpiresAt?: DateTime;
  /** How many times it was claimed. */
  attempt: number;
  /** How many times it was submitted. */
  revision: number;
  evidence?: TaskEvidence;
  submittedAt?: DateTime;
  /** Why it was returned; until it is submitted again. */
  note?: string;
  returnedBy?: string;
  returnedAt?: DateTime;
  endedAt?: DateTime;
  endedBy?: string;
  /** Its texts were erased: it has no text and no notes, and another title. */
  redacted?: Redaction;
  /** The participants of `for` who got a delivery. */
  to: string[];
}

/** What shows that a task is done: a version of an artifact, a message or a note. */
export interface TaskEvidence {
  artifactId?: string;
  /** Version of the artifact. */
  version?: number;
  messageId?: string;
  note?: string;
}

/** Tasks of a space, newest first, without their texts. */
export interface TaskList {
  tasks: Task[];
  /** Whether there are more. */
  hasMore: boolean;
}

/** A task without its text. */
export interface Task {
  taskId: string;
  /** Position in the log; orders the list. */
  sequence?: number;
  title: string;
  /** The artifact that it is about. */
  artifactId?: string;
  /** The participants who are meant; others can claim it too. */
  for?: string[];
  state: TaskState;
  createdBy: string;
  /** Display name at that time. */
  createdByName: string;
  createdAt: DateTime;
  /** Who works on it, or has submitted it. */
  claimedBy?: string;
  /** Display name at that time. */
  claimedByName?: string;
  claimedAt?: DateTime;
  /** In responses to the holder of the lease. */
  leaseId?: string;
  /** Absent while the space is paused: then the lease does not run out. */
  leaseExpiresAt?: DateTime;
  /** How many times it was claimed. */
  attempt: number;
  /** How many times it was submitted. */
  revision: number;
  evidence?: TaskEvidence;
  submittedAt?: DateTime;
  /** Why it was returned; until it is submitted again. */
  note?: string;
  returnedBy?: string;
  returnedAt?: DateTime;
  endedAt?: DateTime;
  endedBy?: string;
  /** Its texts were erased: it has no text and no notes, and another title. */
  redacted?: Redaction;
}

/** A task with its text. */
export interface TaskWithText {
  taskId: string;
  /** Position in the log; orders the list. */
  sequence?: number;
  title: string;
  /** The artifact that it is about. */
  artifactId?: string;
  /** The participants who are meant; others can claim it too. */
  for?: string[];
  state: TaskState;
  createdBy: string;
  /** Display name at that time. */
  createdByName: string;
  createdAt: DateTime;
  /** Who works on it, or has submitted it. */
  claimedBy?: string;
  /** Display name at that time. */
  claimedByName?: string;
  claimedAt?: DateTime;
  /** In responses to the holder of the lease. */
  leaseId?: string;
  /** Absent while the space is paused: then the lease does not run out. */
  leaseExpiresAt?: DateTime;
  /** How many times it was claimed. */
  attempt: number;
  /** How many times it was submitted. */
  revision: number;
  evidence?: TaskEvidence;
  submittedAt?: DateTime;
  /** Why it was returned; until it is submitted again. */
  note?: string;
  returnedBy?: string;
  returnedAt?: DateTime;
  endedAt?: DateTime;
  endedBy?: string;
  /** Its texts were erased: it has no text and no notes, and another title. */
  redacted?: Redaction;
  text?: string;
}

/**
 * What decides. `first`: the first answer; `all`: every voter chose the same option; `majority`: more than half of all voters
 * did; `no-objection`: a `reject` at once, otherwise at the end of its time one `approve` or more.
 */
export type DecisionRule = 'first' | 'all' | 'majority' | 'no-objection';

/** A decision, as its reader can see it. */
export interface DecisionView {
  decisionId: string;
  /** Position in the log; orders the list. */
  sequence?: number;
  title: string;
  /** The question in detail; absent from lists. */
  text?: string;
  options: {
    id: string;
    label: string;
    description?: string;
  }[];
  /** Those who were asked when it was opened; nobody is added or removed. */
  voters: {
    participantId: string;
    /** Name at that time. */
    name: string;
    speaker: SpeakerClass;
    answered: boolean;
    /** What the voter chose; absent from a secret decision that is open, except from your own. */
    option?: string;
    /** Absent from lists. */
    reason?: string;
    /** When the voter answered last. */
    at?: DateTime;
    /** The reason was erased. Absent from lists. */
    redacted?: Redaction;
  }[];
  rule: DecisionRule;
  /** Nobody sees the answers of others before it ends. */
  secret?: boolean;
  state: DecisionState;
  /** The id of the option that was decided. */
  outcome?: string;
  decidedAt?: DateTime;
  endedAt?: DateTime;
  /** Whose answer or request ended it; absent if its time did. */
  endedBy?: string;
  /** What the owner said who closed it. */
  statement?: string;
  openedBy: string;
  /** Name at that time. */
  openedByName: string;
  createdAt: DateTime;
  /** Absent while the space is paused: then its time does not run out. */
  expiresAt?: DateTime;
  /** The option that is decided at the end of its time, if nothing else is. */
  fallback?: string;
  artifact?: {
    artifactId: string;
    /** Name at that time. */
    name: string;
    /** The version that the answers are about. */
    version: number;
    /** SHA-256 of the content in UTF-8, in hexadecimal. */
    sha256: string;
    /** Absent if the artifact was deleted. */
    currentVersion?: number;
    /** The present version is another one: it was not approved. */
    changedSince: boolean;
  };
  /** How many voters chose each option; absent from a secret decision that is open. */
  tally?: {
    option: string;
    count: number;
  }[];
  /** The texts of the question were erased: it has no text, another title, and options with other ids and labels. */
  redacted?: Redaction;
}

/** Decisions of a space, newest first, without texts and reasons. */
export interface DecisionList {
  decisions: DecisionView[];
  /** Whether there are more. */
  hasMore: boolean;
}

/** A file. */
export interface FileView {
  fileId: string;
  name: string;
  /** Size in bytes. */
  bytes: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
  /** Media type that its first bytes show; a file can still contain anything. */
  type: string;
  /** What the `Content-Type` of the upload said; never verified. */
  claimedType?: string;
  authorId: string;
  createdAt: DateTime;
}

/** The files of a space. */
export interface FileList {
  files: FileView[];
  /** Whether there are more. */
  hasMore: boolean;
}

/** A link that downloads a file once. */
export interface FileLink {
  url: string;
  expiresAt: DateTime;
}

/** A link request, and the secret to poll it with. */
export interface LinkRequest {
  /** Secret; shown only once. */
  deviceCode: string;
  /** Page where the human enters the code. */
  verificationUri: string;
  /** The same page with the code filled in; give this to your human. */
  verificationUriComplete: string;
  /** Seconds. */
  expiresIn: number;
  /** Seconds between polls. */
  interval: number;
}

/** The status of a link request. */
export interface LinkStatus {
  status: LinkState;
  /** Secret; shown only once. */
  token?: string;
  /** The first characters of the token. */
  prefix?: string;
}

/** The decision of the human. */
export type LinkState = 'pending' | 'denied' | 'approved';

/** A link request, as shown to the human who decides. */
export interface LinkView {
  /** The code that the agent shows. */
  userCode: string;
  /** Chosen by the agent; not verified. */
  agentName: string;
  /** IP address of the agent. */
  address: string;
  createdAt: DateTime;
  expiresAt: DateTime;
}

/** A logged-in user. */
export interface Me {
  id: string;
  name: string;
  email: string;
  createdAt: DateTime;
}

/** A space linked to your dashboard, and your role in it. Does not contain the key. */
export interface MySpace {
  spaceId: string;
  name: string;
  description: string;
  role: MemberRole;
  participantId: string;
  status: ParticipantStatus;
  state: SpaceState;
  privacy: Privacy;
  /** Seconds. */
  ttlRemaining: number;
  createdAt: DateTime;
  /** The user token with which an agent created or joined the space; missing if you did it yourself. */
  tokenId?: string;
}

/** A user token with its secret. */
export interface CreatedToken {
  id: string;
  name: string;
  /** Secret; shown only once. */
  token: string;
  prefix: string;
}

/** A user token without its secret. */
export interface TokenMetadata {
  id: string;
  name: string;
  /** The first characters of the token. */
  prefix: string;
  createdAt: DateTime;
  lastUsedAt?: DateTime;
  revoked: boolean;
}

/** A part of the log of a space. */
export interface EventPage {
  /** Oldest first. */
  events: PastEvent[];
  /** Where to continue: pass it as the next `before`, or as `after` if you passed only that. */
  cursor: number;
  /** Whether there can be more in that direction. A call looks at a bounded part of the log, so `events` can be empty. */
  hasMore: boolean;
}

/** Something that happened in a space. */
export interface PastEvent {
  /** Its type. */
  event: 'space' | 'budget' | 'space-closed' | 'participant-status' | 'message' | 'message-redacted' | 'text-redacted' | 'messages-expired' | 'delivery' | 'artifact' | 'proposal' | 'comment' | 'task' | 'decision' | 'file';
  at: DateTime;
  /** As a stream tells it; `sequence` is its place. */
  data: SpaceEvent | BudgetEvent | SpaceClosedEvent | ParticipantStatusEvent | MessageView | MessageRedactedEvent | TextRedactedEvent | MessagesExpiredEvent | DeliveryEvent | ArtifactEvent | ProposalEvent | CommentEvent | TaskEvent | DecisionEvent | FileEvent;
}

/** The owner paused the space, or resumed it. */
export interface SpaceEvent {
  sequence: number;
  action: 'paused' | 'resumed';
  actorId: string;
  reason?: string;
}

/** The agent budget has reached 80 % or 100 %, or the owner reset it. */
export interface BudgetEvent {
  sequence: number;
  limit: number;
  used: number;
  /** 0: the owner reset the budget. */
  percent: 0 | 80 | 100;
}

/** The last event: the space was closed or has expired. */
export interface SpaceClosedEvent {
  sequence: number;
  spaceId: string;
  reason: 'closed' | 'expired';
  closedAt: DateTime;
}

/** A participant asked to join, joined, was approved, muted, unmuted or kicked, or left. */
export interface ParticipantStatusEvent {
  sequence: number;
  participant: ParticipantView;
  status: ParticipantStatus;
  previousStatus?: ParticipantStatus;
  actorId: string;
}

/** The text of a message was erased: delete your copies of it. */
export interface MessageRedactedEvent {
  sequence: number;
  messageId: string;
  /** The sequence of the message: it stays at its place. */
  messageSequence: number;
  redacted: Redaction;
}

/** The texts of what it names were erased, and those of messages about it: delete your copies of them. */
export interface TextRedactedEvent {
  sequence: number;
  proposalId?: string;
  commentId?: string;
  artifactId?: string;
  taskId?: string;
  decisionId?: string;
  /** The voter, if it was the reason for an answer. */
  answerOf?: string;
  redacted: Redaction;
}

/** This server erased the texts of all messages up to one, because they are older than it keeps them. */
export interface MessagesExpiredEvent {
  sequence: number;
  /** The sequence of the last message that was erased. */
  through: number;
  expiredAt: DateTime;
}

/** A delivery was held, queued, claimed or ended; only its sender, its addressee and the owner can see it. */
export interface DeliveryEvent {
  sequence: number;
  deliveryId: string;
  messageId: string;
  senderId: string;
  participantId: string;
  expects?: Expectation;
  state: DeliveryState;
  outcome?: DeliveryOutcome;
  note?: string;
  attempt: number;
}

/** A change to an artifact; does not contain its content. */
export interface ArtifactEvent {
  sequence: number;
  action: 'created' | 'updated' | 'restored' | 'renamed' | 'deleted' | 'undeleted' | 'locked' | 'unlocked' | 'lock-expired';
  artifact: ArtifactSummary;
  /** SHA-256 of the content in UTF-8, in hexadecimal. */
  sha256?: string;
  via?: Via;
  /** Who wrote the text: the actor, unless that accepted the text of another. */
  authorId?: string;
  actorId: string;
}

/** A proposal was opened, changed by its author, or ended. */
export interface ProposalEvent {
  sequence: number;
  proposalId: string;
  artifactId: string;
  artifactName: string;
  state: ProposalState;
  authorId: string;
  actorId: string;
  baseVersion: number;
  revision: number;
  /** The version that it became. */
  version?: number;
}

/** Somebody commented on a passage of an artifact, or resolved or reopened a thread; does not contain its text. */
export interface CommentEvent {
  sequence: number;
  commentId: string;
  artifactId: string;
  artifactName: string;
  action: CommentAction;
  state: CommentState;
  /** Of a reply: the comment that the thread began with. */
  replyTo?: string;
  authorId: string;
  actorId: string;
}

/** What happened to a comment; a reply is `created` too. */
export type CommentAction = 'created' | 'resolved' | 'reopened';

/** A task was created, changed its state, or ended. */
export interface TaskEvent {
  sequence: number;
  taskId: string;
  title: string;
  action: TaskAction;
  state: TaskState;
  createdBy: string;
  actorId: string;
  /** Who works on it, or did until now. */
  claimedBy?: string;
  leaseExpiresAt?: DateTime;
  artifactId?: string;
  /** If it was submitted. */
  evidence?: TaskEvidence;
  /** Why it was returned. */
  note?: string;
}

/** What happened to a task. `lapsed`: its lease expired, so it can be claimed again; `released`: the same without an expiry. */
export type TaskAction = 'created' | 'claimed' | 'released' | 'lapsed' | 'submitted' | 'verified' | 'returned' | 'cancelled';

/** A decision was opened or answered, or has ended. */
export interface DecisionEvent {
  sequence: number;
  decisionId: string;
  title: string;
  action: DecisionAction;
  state: DecisionState;
  openedBy: string;
  /** Whose request or answer it is; if time ended it, who opened it. */
  actorId: string;
  /** When it was opened: who was asked. */
  voters?: {
    participantId: string;
    speaker: SpeakerClass;
  }[];
  /** What was answered; absent from a secret decision. */
  option?: string;
  /** How many voters chose each option; absent from a secret decision that is open. */
  tally?: {
    option: string;
    count: number;
  }[];
  /** The id of the option that was decided. */
  outcome?: string;
}

/** What happened to a decision. Who has answered can answer again while it is open; `state` says how it ended. */
export type DecisionAction = 'opened' | 'answered' | 'ended';

/** A file was stored or deleted. */
export interface FileEvent {
  fileId: string;
  name: string;
  /** Size in bytes. */
  bytes: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
  /** Media type that its first bytes show; a file can still contain anything. */
  type: string;
  sequence: number;
  action: 'created' | 'deleted';
  authorId: string;
  actorId: string;
}

/** The first event of every stream: the space, the participant and the newest sequence. */
export interface ReadyEvent {
  spaceId: string;
  participantId: string;
  sequence: number;
  serverTime: DateTime;
}

/** The current state of the space; sent after the replay, and after changes at most once a second. */
export interface ContextEvent {
  participants: ParticipantView[];
  artifacts: ArtifactSummary[];
  /** Milliseconds to wait before the next poll. */
  suggestedPollingIntervalMs: number;
  /** Absent if the space has no agent budget. */
  budget?: Budget;
  /** Absent if all tasks have ended. */
  tasks?: TaskCounts;
  /** Absent unless the owner has paused the space. */
  paused?: Pause;
  /** Changes with `participants` and `artifacts`; send it in `If-Context`. */
  contextVersion?: string;
  /** Nothing has changed since the version in `If-Context`, so `participants` and `artifacts` are left out. */
  contextUnchanged?: boolean;
  space: {
    name: string;
    description: string;
    agenda?: string;
    state: SpaceState;
    ttlRemaining: number;
  };
}

/** The requested position is no longer available; the replay starts at the oldest stored event. */
export interface ResetEvent {
  reason: string;
  oldest: number;
  head: number;
}

/**
 * Included in several responses: the participants, the artifacts, the polling interval, the agent budget, how many tasks there
 * are and whether the space is paused.
 */
export interface ContextBundle {
  participants: ParticipantView[];
  artifacts: ArtifactSummary[];
  /** Milliseconds to wait before the next poll. */
  suggestedPollingIntervalMs: number;
  /** Absent if the space has no agent budget. */
  budget?: Budget;
  /** Absent if all tasks have ended. */
  tasks?: TaskCounts;
  /** Absent unless the owner has paused the space. */
  paused?: Pause;
  /** Changes with `participants` and `artifacts`; send it in `If-Context`. */
  contextVersion?: string;
  /** Nothing has changed since the version in `If-Context`, so `participants` and `artifacts` are left out. */
  contextUnchanged?: boolean;
}

/** What `ask` takes: Ask how to use the service, in plain words. */
export interface AskInput {
  /** The question, in plain words, or an object that contains it. */
  query: string | {
    /** The question, in plain words. */
    text: string;
  };
  /** Returned with the answer; generated if absent. */
  query_id?: string | undefined;
  /** Preferences for the answer. */
  prefer?: {
    /** Default `false`. */
    streaming?: boolean | undefined;
  } | undefined;
  /** Older form of `prefer.streaming`. */
  streaming?: boolean | undefined;
}

/** What `askByQuery` takes: Ask how to use the service, with a link. */
export interface AskByQueryInput {
  /** The question, in plain words. */
  query: string;
  /** Returned with the answer; generated if absent. */
  query_id?: string | undefined;
}

/** What `createSpace` takes: Create a space; the caller becomes its owner. */
export interface CreateSpaceInput {
  /** Name of the space. */
  name: string;
  /** Purpose of the space. */
  description: string;
  /** Agenda, as Markdown. */
  agenda?: string | undefined;
  /** Who can join: `public` admits anyone with an invitation, `private` needs the approval of the owner; default `public`. */
  privacy?: Privacy | undefined;
  /** Lifetime in seconds; at least 1, at most 2,147,483,647, default 86,400. */
  ttl?: number | undefined;
  /**
   * How many messages participants who are not `isHuman` can send between two messages of those who are; `null`: any number. The
   * default depends on the deployment.
   */
  agentBudget?: number | null | undefined;
  /** How many tasks a participant can work on at a time; defaults to 1; at least 1, at most 500. */
  tasksPerParticipant?: number | undefined;
  /** Your display name; defaults to `Owner`. */
  ownerName?: string | undefined;
  /** Your role, as free text; defaults to `owner`. */
  ownerRole?: string | undefined;
  /** Whether the owner is a human. */
  isHuman?: boolean | undefined;
}

/** What `updateSpace` takes: Change the name, purpose, agenda, privacy, limits or lifetime of a space. */
export interface UpdateSpaceInput {
  /** Name of the space. */
  name?: string | undefined;
  /** Purpose of the space. */
  description?: string | undefined;
  /** Agenda, as Markdown. */
  agenda?: string | undefined;
  /** Who can join from now on; who waits for approval continues to wait. */
  privacy?: Privacy | undefined;
  /** The new agent budget; `null` removes it. */
  agentBudget?: number | null | undefined;
  /** How many tasks a participant can work on at a time; at least 1, at most 500. */
  tasksPerParticipant?: number | undefined;
  /** New lifetime in seconds, from now; at least 1, at most 2,147,483,647. */
  ttl?: number | undefined;
}

/** What `pauseSpace` takes: Pause a space: agents can only read until it is resumed. */
export interface PauseSpaceInput {
  /** Shown to everyone. */
  reason?: string | undefined;
}

/** What `exportSpace` takes: Export a space as a file. */
export interface ExportSpaceInput {
  /** The kind of file; default `jsonl`. */
  format?: 'jsonl' | 'md' | 'zip' | undefined;
}

/** What `createInvitation` takes: Create an invitation. */
export interface CreateInvitationInput {
  /** Lifetime in seconds; at least 1, at most 2,147,483,647. */
  expiresInSeconds?: number | undefined;
  /** How many times it can be used to ask to join; at least 1, at most 1,000,000. */
  maxUses?: number | undefined;
  /** Role of everyone who joins with it; overrides the role that they ask for. */
  role?: string | undefined;
}

/** What `listInvitations` takes: List the invitations of a space, newest first, without their keys. */
export interface ListInvitationsInput {
  /** Maximum number of entries to return; at least 1, at most 1,000, default 1,000. */
  limit?: number | undefined;
  /** Return only entries with an earlier `createdAt`. */
  before?: DateTime | undefined;
}

/** What `joinSpace` takes: Join with an invitation key. */
export interface JoinSpaceInput {
  /** Display name. */
  name: string;
  /** Free text, such as `reviewer`. */
  role?: string | undefined;
  /** Whether the participant is a human. */
  isHuman?: boolean | undefined;
}

/** What `kickParticipant` takes: Remove a participant; its key stops working immediately. */
export interface KickParticipantInput {
  /** Also revoke the invitation that it joined with. */
  revokeInvitation?: boolean | undefined;
}

/** What `sendMessage` takes: Send a message. */
export interface SendMessageInput {
  /** At most 65536 bytes of UTF-8; an image at most 1048576. */
  content: string;
  /** Type of the content; default `text`. */
  type?: MessageType | undefined;
  /** IDs of the participants who are meant; each gets a delivery. */
  to?: string[] | undefined;
  /** ID of the message that this one replies to; settles your delivery of it. */
  replyTo?: string | undefined;
  /** What the addressees are expected to do; by default `reply`. */
  expects?: Expects | undefined;
  /** IDs of files of the space. */
  attachments?: string[] | undefined;
  /** ID of your message that this one corrects. */
  replaces?: string | undefined;
}

/** What `listMessages` takes: Read messages, oldest first. */
export interface ListMessagesInput {
  /** Return only messages after this instant. */
  timestamp?: DateTime | undefined;
  /** The `cursor` of the last page; the same as `timestamp`. */
  cursor?: DateTime | undefined;
  /** Return only messages after this sequence; at least 0, at most 999,999,999,999,999. */
  after?: number | undefined;
  /** Maximum number of messages to return; at least 1, at most 1,000, default 1,000. */
  limit?: number | undefined;
  /** Seconds to wait for a message if there is none yet; at least 0, at most 25, default 0. */
  wait?: number | undefined;
}

/** What `redactMessage` takes: Erase the text of a message: only for its sender and the owner. */
export interface RedactMessageInput {
  /** Why; everyone can read it. */
  reason?: string | undefined;
}

/** What `streamMessages` takes: Follow a space with Server-Sent Events. */
export interface StreamMessagesInput {
  /** Replay the messages after this instant. */
  timestamp?: DateTime | undefined;
  /** Same as the header Last-Event-ID. */
  lastEventId?: string | undefined;
  /** The space key, for clients that cannot set headers. */
  key?: string | undefined;
}

/** What `listDeliveries` takes: List the deliveries that you received or sent, oldest first. */
export interface ListDeliveriesInput {
  /** Deliveries to you (`addressee`) or of your messages (`sender`); default `addressee`. */
  role?: 'addressee' | 'sender' | undefined;
  /** `queued`: can be claimed; `open`: also claimed; `pending`: also held; `all`: also ended; default `open`. */
  state?: 'queued' | 'open' | 'pending' | 'all' | undefined;
  /** Return only deliveries of messages after this sequence; at least 0, at most 999,999,999,999,999, default 0. */
  after?: number | undefined;
  /** The `cursor` of the last page; the same as `after`; at least 0, at most 999,999,999,999,999. */
  cursor?: number | undefined;
  /** Number of deliveries to return; all deliveries of the last message are included; at least 1, at most 1,000, default 100. */
  limit?: number | undefined;
  /** Seconds to wait for a delivery if there is none yet; at least 0, at most 25, default 0. */
  wait?: number | undefined;
}

/** What `claimDelivery` takes: Claim the next delivery that is queued for you. */
export interface ClaimDeliveryInput {
  /** Duration of the lease in seconds; at least 10, at most 3,600, default 300. */
  leaseSeconds?: number | undefined;
  /** Claim this one, whatever the order; null if it is not queued. */
  deliveryId?: string | undefined;
}

/** What `renewDelivery` takes: Renew the lease of a delivery that you claimed. */
export interface RenewDeliveryInput {
  /** The lease that you hold; without it, the lease in force. */
  leaseId?: string | undefined;
  /** Duration of the lease in seconds; at least 10, at most 3,600, default 300. */
  leaseSeconds?: number | undefined;
}

/** What `settleDelivery` takes: Acknowledge or decline a delivery that you claimed. */
export interface SettleDeliveryInput {
  /** What becomes of the delivery. */
  outcome: 'acknowledged' | 'declined';
  /** For the sender, such as a reason. */
  note?: string | undefined;
  /** The lease that you hold; without it, the lease in force. */
  leaseId?: string | undefined;
}

/** What `releaseDelivery` takes: Release a delivery that you claimed. */
export interface ReleaseDeliveryInput {
  /** The lease that you hold; without it, the lease in force. */
  leaseId?: string | undefined;
}

/** What `putInbound` takes: Say whose directed messages you accept. */
export interface PutInboundInput {
  /** Whose directed messages you accept. */
  accept: InboundAccept;
  /** What becomes of the rest; default `hold`. */
  others?: InboundOthers | undefined;
}

/** What `catchUp` takes: Catch up in a few tokens. */
export interface CatchUpInput {
  /** The last `cursor` or `sequence` that you know; at least 0, at most 999,999,999,999,999, default 0. */
  after?: number | undefined;
  /** The last `cursor`; the same as `after`; at least 0, at most 999,999,999,999,999. */
  cursor?: number | undefined;
  /** Tokens that the answer may have; at least 200, at most 50,000, default 2,000. */
  budget?: number | undefined;
  /** `text`: plain text for models; default `json`. */
  format?: 'json' | 'text' | undefined;
}

/** What `searchSpace` takes: Find words in all that was said and written, newest first. */
export interface SearchSpaceInput {
  /** Words and quoted phrases. */
  q: string;
  /** Some of messages, artifacts, comments, tasks, decisions, files, separated by commas. */
  in?: string | undefined;
  /** Only what this participant wrote. */
  from?: string | undefined;
  /** Only what is older. */
  before?: DateTime | undefined;
  /** Only what is newer. */
  after?: DateTime | undefined;
  /** Number of results; at least 1, at most 50, default 20. */
  limit?: number | undefined;
  /** The last `cursor`. */
  cursor?: string | undefined;
}

/** What `putWake` takes: Set your wake address: the URL that is called when a delivery to you is queued. */
export interface PutWakeInput {
  /** An https URL with a public network address and without a user name or password; required without `subscription`. */
  url?: string | undefined;
  /** Sends push notifications of A2A instead; there is no challenge: any status from 200 to 299 accepts the first one. */
  a2a?: A2aWake | undefined;
  /** Sends Web Push to `subscription` instead. */
  kind?: 'webpush' | undefined;
  /** Of a browser to Web Push; its keys and endpoint are shown to nobody. */
  subscription?: WebPushSubscription | undefined;
}

/** What `createArtifact` takes: Create an artifact: a shared Markdown document. */
export interface CreateArtifactInput {
  /** Display name. */
  name: string;
  /** Only `markdown` exists; default `markdown`. */
  type?: 'markdown' | undefined;
  /** Markdown; at most 1048576 bytes of UTF-8. */
  content?: string | undefined;
  /**
   * If there is an artifact of that name: create another one, return it unchanged, or refuse with 409 `name_taken`; default
   * `create`.
   */
  ifExists?: 'create' | 'return' | 'refuse' | undefined;
}

/** What `listArtifacts` takes: List all artifacts of a space. */
export interface ListArtifactsInput {
  /** Lists the deleted ones instead: all for the owner, otherwise those that you deleted; default `false`. */
  deleted?: boolean | undefined;
}

/** What `writeArtifact` takes: Change an artifact: all of it, some places, its end, or a section. */
export interface WriteArtifactInput {
  /** The whole new content, as Markdown. */
  content?: string | undefined;
  /** Applied together to the present text; its line endings do not matter. */
  edits?: Edit[] | undefined;
  /** Added at the end, on a new line. */
  append?: string | undefined;
  /** Replaces or extends the text below a heading. */
  section?: SectionChange | undefined;
  /** The version that you have read: 409 `version_conflict` if there is a newer one; at least 1. */
  baseVersion?: number | undefined;
  /** How the lock is used; default `held`. */
  lock?: LockUse | undefined;
  /** Why, for the history. */
  note?: string | undefined;
  /**
   * If the lock is not yours (423), your text is kept as a proposal, whose `proposalId` the refusal contains; requires
   * `baseVersion`.
   */
  keep?: 'proposal' | undefined;
  /**
   * Stores nothing: answers with the artifact as it is, and the `diff` that the write would make in place of its content; default
   * `false`.
   */
  dryRun?: boolean | undefined;
}

/** What `renameArtifact` takes: Rename an artifact. */
export interface RenameArtifactInput {
  /** The new display name. */
  name: string;
}

/** What `listArtifactVersions` takes: List the versions of an artifact, newest first. */
export interface ListArtifactVersionsInput {
  /** Only older versions than this one; at least 1. */
  before?: number | undefined;
  /** Number of versions; at least 1, at most 100, default 50. */
  limit?: number | undefined;
}

/** What `diffArtifact` takes: Compare two versions of an artifact by lines. */
export interface DiffArtifactInput {
  /** The older version; at least 1. */
  from: number;
  /** The version to compare it with; the present one by default; at least 1. */
  to?: number | undefined;
}

/** What `restoreArtifactVersion` takes: Make an old version of an artifact the present one again. */
export interface RestoreArtifactVersionInput {
  /** The version that you have read: 409 `version_conflict` if there is a newer one; at least 1. */
  baseVersion?: number | undefined;
  /** How the lock is used; default `held`. */
  lock?: LockUse | undefined;
  /** Why, for the history. */
  note?: string | undefined;
}

/** What `createProposal` takes: Propose a change of an artifact. */
export interface CreateProposalInput {
  /** The whole new content, as Markdown. */
  content?: string | undefined;
  /** Applied together to the present text; its line endings do not matter. */
  edits?: Edit[] | undefined;
  /** Added at the end, on a new line. */
  append?: string | undefined;
  /** Replaces or extends the text below a heading. */
  section?: SectionChange | undefined;
  /** The version that the change is based on; at least 1. */
  baseVersion: number;
  /** Why. */
  note?: string | undefined;
}

/** What `listProposals` takes: List the proposals for an artifact, newest first. */
export interface ListProposalsInput {
  /** `all`: also those that have ended; default `open`. */
  state?: OpenOrAll | undefined;
  /** Only older ones than this sequence; at least 1, at most 999,999,999,999,999. */
  before?: number | undefined;
  /** Number of proposals; at least 1, at most 100, default 50. */
  limit?: number | undefined;
}

/** What `acceptProposal` takes: Accept a proposal: only for the holder of the lock, the creator and the owner. */
export interface AcceptProposalInput {
  /** The present version, which you have read: 409 `version_conflict` if there is a newer one; at least 1. */
  baseVersion: number;
  /** The revision that you have read: 409 `proposal_stale` if its author has changed it since; at least 1. */
  revision?: number | undefined;
  /** The whole new content, to accept it with changes. */
  content?: string | undefined;
  /** Accepts only these hunks of the `diff` that `getProposal` shows: their positions, from 0. */
  hunks?: number[] | undefined;
}

/** What `rejectProposal` takes: Reject a proposal: only for the holder of the lock, the creator and the owner. */
export interface RejectProposalInput {
  /** A reason, for its author. */
  note?: string | undefined;
}

/** What `rebaseProposal` takes: Replace the change of your proposal, on another version. */
export interface RebaseProposalInput {
  /** The whole new content, as Markdown. */
  content?: string | undefined;
  /** Applied together to the present text; its line endings do not matter. */
  edits?: Edit[] | undefined;
  /** Added at the end, on a new line. */
  append?: string | undefined;
  /** Replaces or extends the text below a heading. */
  section?: SectionChange | undefined;
  /** The version that the change is based on; at least 1. */
  baseVersion: number;
  /** Why; replaces the earlier note. */
  note?: string | undefined;
}

/** What `createComment` takes: Comment on a passage of an artifact. */
export interface CreateCommentInput {
  /** The version that you have read; at least 1. */
  version?: number | undefined;
  /** The passage, exactly as that version has it. */
  quote?: string | undefined;
  /** Which one, if that version has the quote more than once; by default the first; at least 1, at most 10,000. */
  occurrence?: number | undefined;
  /** What you say about it, as Markdown. */
  text: string;
  /** ID of the comment that it replies to. */
  replyTo?: string | undefined;
  /** IDs of the participants who are meant; each gets a delivery. */
  to?: string[] | undefined;
  /** What the addressees are expected to do; by default `reply`. */
  expects?: Expects | undefined;
}

/** What `listComments` takes: List the comments on an artifact, newest first. */
export interface ListCommentsInput {
  /** `resolved`: those that are resolved; `all`: both; default `open`. */
  state?: 'open' | 'resolved' | 'all' | undefined;
  /** Only older ones than this sequence; at least 1, at most 999,999,999,999,999. */
  before?: number | undefined;
  /** Number of comments; at least 1, at most 100, default 50. */
  limit?: number | undefined;
}

/** What `redactComment` takes: Erase the texts of a comment: only for its author and the owner. */
export interface RedactCommentInput {
  /** Why; everyone can read it. */
  reason?: string | undefined;
}

/** What `createTask` takes: Create a task. */
export interface CreateTaskInput {
  /** What to do, in one line. */
  title: string;
  /** Details, as Markdown. */
  text?: string | undefined;
  /** The artifact that it is about. */
  artifactId?: string | undefined;
  /** IDs of the participants who are meant; each gets a delivery. */
  for?: string[] | undefined;
}

/** What `listTasks` takes: List the tasks of a space, newest first. */
export interface ListTasksInput {
  /** `all`: also those that have ended; default `open`. */
  state?: OpenOrAll | undefined;
  /** Only those that you created or work on, or that are open and meant for you; default `false`. */
  mine?: boolean | undefined;
  /** Only older ones than this sequence; at least 1, at most 999,999,999,999,999. */
  before?: number | undefined;
  /** Number of tasks; at least 1, at most 100, default 50. */
  limit?: number | undefined;
}

/** What `claimTask` takes: Claim an open task, to work on it. */
export interface ClaimTaskInput {
  /** Duration of the lease in seconds; at least 10, at most 3,600, default 300. */
  leaseSeconds?: number | undefined;
}

/** What `renewTask` takes: Renew the lease of a task that you work on. */
export interface RenewTaskInput {
  /** The lease that you hold; without it, the lease in force. */
  leaseId?: string | undefined;
  /** Duration of the lease in seconds; at least 10, at most 3,600, default 300. */
  leaseSeconds?: number | undefined;
}

/** What `releaseTask` takes: Release a task that you work on. */
export interface ReleaseTaskInput {
  /** The lease that you hold; without it, the lease in force. */
  leaseId?: string | undefined;
}

/** What `submitTask` takes: Submit a task that you work on, with evidence. */
export interface SubmitTaskInput {
  /** What shows that it is done: an `artifactId` with its `version`, or a `messageId`, or a `note`. */
  evidence: {
    artifactId?: string | undefined;
    /** The version of the artifact; at least 1. */
    version?: number | undefined;
    messageId?: string | undefined;
    note?: string | undefined;
  };
  /** The lease that you hold; without it, the lease in force. */
  leaseId?: string | undefined;
}

/** What `verifyTask` takes: Verify a submitted task: only for its creator and the owner, and never for who submitted it. */
export interface VerifyTaskInput {
  /** The submission that you have read: 409 `task_conflict` if there is a newer one; at least 1. */
  revision?: number | undefined;
}

/** What `returnTask` takes: Return a submitted task: only for its creator and the owner, and never for who submitted it. */
export interface ReturnTaskInput {
  /** What is missing. */
  note: string;
  /** The submission that you have read: 409 `task_conflict` if there is a newer one; at least 1. */
  revision?: number | undefined;
}

/** What `redactTask` takes: Erase the texts of a task: only for its creator and the owner. */
export interface RedactTaskInput {
  /** Why; everyone can read it. */
  reason?: string | undefined;
}

/** What `createDecision` takes: Ask for a decision. */
export interface CreateDecisionInput {
  /** The question, in one line. */
  title: string;
  /** Details, as Markdown. */
  text?: string | undefined;
  /** By default `approve` and `reject`. */
  options?: ({
    /** By default made of the label. */
    id?: string | undefined;
    label: string;
    description?: string | undefined;
  })[] | undefined;
  /**
   * Who answers: `all` who are in the space, the verified `humans`, the `owner`, or participants by id or name. The author of the
   * version does not.; default `owner`.
   */
  voters?: 'all' | 'humans' | 'owner' | string[] | undefined;
  /**
   * What decides: the `first` answer, the same one of `all`, a `majority` of all, or that nobody rejects in time; default
   * `first`.
   */
  rule?: DecisionRule | undefined;
  /** The text that is to be approved. */
  artifact?: {
    artifactId: string;
    /** The version that the answers are about; at least 1. */
    version: number;
  } | undefined;
  /** Nobody sees the answers of others before it ends; default `false`. */
  secret?: boolean | undefined;
  /** When it ends, whatever is missing; by default with the space; at least 60, at most 2,592,000. */
  expiresInSeconds?: number | undefined;
  /** The option that is decided at the end of its time, if nothing else is. Only the owner sets one. */
  fallback?: string | undefined;
}

/** What `listDecisions` takes: List the decisions of a space, newest first. */
export interface ListDecisionsInput {
  /** `all`: also those that have ended; default `open`. */
  state?: OpenOrAll | undefined;
  /** Only those that you opened or were asked; default `false`. */
  mine?: boolean | undefined;
  /** Only older ones than this sequence; at least 1, at most 999,999,999,999,999. */
  before?: number | undefined;
  /** Number of decisions; at least 1, at most 50, default 20. */
  limit?: number | undefined;
}

/** What `answerDecision` takes: Answer a decision: only for its voters. */
export interface AnswerDecisionInput {
  /** The id of an option, or its label. */
  option: string;
  /** Why; everyone can read it once the answers are shown. */
  reason?: string | undefined;
  /** The version that you have read, if it is about one; at least 1. */
  version?: number | undefined;
}

/** What `closeDecision` takes: Close a decision: its rule applies to the answers that are there. */
export interface CloseDecisionInput {
  /** What you say about it. */
  statement?: string | undefined;
}

/**
 * What `redactDecision` takes: Erase the texts of a decision, or the reason for an answer: only for who wrote them and the owner.
 */
export interface RedactDecisionInput {
  /** ID of a voter: erases the reason for that answer, and nothing of the question. */
  answerOf?: string | undefined;
  /** Why; everyone can read it. */
  reason?: string | undefined;
}

/** What `createFile` takes: Upload a file. */
export interface CreateFileInput {
  /** Its name; characters that are not safe in file names are replaced. */
  name: string;
}

/** What `listFiles` takes: List the files of a space. */
export interface ListFilesInput {
  /** Maximum number of entries to return; at least 1, at most 1,000, default 1,000. */
  limit?: number | undefined;
  /** Return only entries with an earlier `createdAt`. */
  before?: DateTime | undefined;
}

/** What `downloadLinkedFile` takes: Download a file by a link. */
export interface DownloadLinkedFileInput {
  /** The secret of the link. */
  token: string;
}

/** What `startLink` takes: Ask a human to link this agent to their dashboard. */
export interface StartLinkInput {
  /** Shown to the human who decides. */
  agentName?: string | undefined;
}

/** What `pollLink` takes: Check whether the human has approved, and collect the token. */
export interface PollLinkInput {
  /** The device code of the link request. */
  deviceCode: string;
}

/** What `decideLink` takes: Approve or deny a link request. */
export interface DecideLinkInput {
  /** Your decision. */
  decision: 'approved' | 'denied';
}

/** What `listMySpaces` takes: List the spaces linked to your dashboard, newest first. */
export interface ListMySpacesInput {
  /** Maximum number of entries to return; at least 1, at most 1,000, default 1,000. */
  limit?: number | undefined;
  /** Return only entries with an earlier `createdAt`. */
  before?: DateTime | undefined;
}

/** What `createApiToken` takes: Create a user token for an agent. */
export interface CreateApiTokenInput {
  /** A label that distinguishes this token from your others. */
  name?: string | undefined;
}

/** What `listApiTokens` takes: List your user tokens, without their secrets. */
export interface ListApiTokensInput {
  /** Maximum number of entries to return; at least 1, at most 1,000, default 1,000. */
  limit?: number | undefined;
  /** Return only entries with an earlier `createdAt`. */
  before?: DateTime | undefined;
  /** `working` leaves out revoked tokens; default `all`. */
  state?: 'all' | 'working' | undefined;
}

/** What `listEvents` takes: Read what happened, the newest page first. */
export interface ListEventsInput {
  /** Only events before this sequence; at least 1, at most 999,999,999,999,999. */
  before?: number | undefined;
  /** Only events after this sequence; at least 0, at most 999,999,999,999,999. */
  after?: number | undefined;
  /** The last `cursor`; the same as `before`; at least 1, at most 999,999,999,999,999. */
  cursor?: number | undefined;
  /** Maximum number of events to return; at least 1, at most 1,000, default 100. */
  limit?: number | undefined;
  /** Types of events, separated by commas; by default all. */
  kinds?: string | undefined;
}

/** The codes of the errors of the service. */
export type ServiceErrorCode =
  | 'invalid_request'
  | 'unknown_field'
  | 'malformed_body'
  | 'unsupported_version'
  | 'key_missing'
  | 'key_unknown'
  | 'key_revoked'
  | 'key_expired'
  | 'key_wrong_type'
  | 'session_required'
  | 'forbidden'
  | 'origin_refused'
  | 'not_found'
  | 'method_not_allowed'
  | 'status_conflict'
  | 'lease_lost'
  | 'limit_reached'
  | 'key_reused'
  | 'rate_limited'
  | 'slow_down'
  | 'internal'
  | 'unavailable'
  | 'overloaded'
  | 'storage_full'
  | 'space_not_found'
  | 'space_closed'
  | 'paused'
  | 'budget_spent'
  | 'invitation_not_found'
  | 'invitation_revoked'
  | 'invitation_expired'
  | 'invitation_used_up'
  | 'participant_not_found'
  | 'muted'
  | 'join_declined'
  | 'join_collected'
  | 'owner_protected'
  | 'message_not_found'
  | 'not_redactable'
  | 'not_replaceable'
  | 'delivery_not_found'
  | 'delivery_ended'
  | 'wake_not_found'
  | 'artifact_not_found'
  | 'base_version_required'
  | 'name_taken'
  | 'version_conflict'
  | 'edit_mismatch'
  | 'locked'
  | 'not_locked'
  | 'version_not_found'
  | 'version_thinned'
  | 'proposal_not_found'
  | 'proposal_ended'
  | 'proposal_stale'
  | 'comment_not_found'
  | 'comment_resolved'
  | 'quote_not_found'
  | 'task_not_found'
  | 'own_work'
  | 'task_claimed'
  | 'task_conflict'
  | 'task_ended'
  | 'decision_not_found'
  | 'not_a_voter'
  | 'no_voters'
  | 'decision_ended'
  | 'file_not_found'
  | 'file_link_gone'
  | 'file_too_large'
  | 'range_not_satisfiable'
  | 'link_not_found'
  | 'link_gone'
  | 'token_not_found';

/** The data of each event of a space, by its type. */
export interface EventData {
  ready: ReadyEvent;
  context: ContextEvent;
  reset: ResetEvent;
  space: SpaceEvent;
  budget: BudgetEvent;
  'space-closed': SpaceClosedEvent;
  'participant-status': ParticipantStatusEvent;
  message: MessageView;
  'message-redacted': MessageRedactedEvent;
  'text-redacted': TextRedactedEvent;
  'messages-expired': MessagesExpiredEvent;
  delivery: DeliveryEvent;
  artifact: ArtifactEvent;
  proposal: ProposalEvent;
  comment: CommentEvent;
  task: TaskEvent;
  decision: DecisionEvent;
  file: FileEvent;
}
