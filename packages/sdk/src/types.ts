/** A date-time as the service prints it, such as `2026-01-31T12:00:00.000Z`. */
export type DateTime = string;

/** Who may come in: whoever is invited, or whom the owner approves. */
export type Privacy = 'public' | 'private';
/** A closed space stays closed. */
export type SpaceState = 'open' | 'closed';
/** What a message is: text (Markdown by custom), the address of an image, or HTML. */
export type MessageType = 'text' | 'image' | 'html';
/** Where a participant stands. Muted ones read only; who left or was kicked has no key any more. */
export type ParticipantStatus = 'waitingForApproval' | 'active' | 'muted' | 'left' | 'kicked';

/** What a space is made of (specification, CreateSpaceRequest). */
export interface CreateSpaceInput {
  name: string;
  description: string;
  agenda?: string | undefined;
  /** `public`: whoever is invited joins at once; `private`: the owner approves each. Default `public`. */
  privacy?: Privacy | undefined;
  /** Lifetime in seconds, at least 1; default 86,400. */
  ttl?: number | undefined;
  ownerName?: string | undefined;
  ownerRole?: string | undefined;
  isHuman?: boolean | undefined;
}

/** What createSpace answers (specification, CreateSpaceResult). */
export interface CreateSpaceResult {
  spaceId: string;
  ownerId: string;
  /** 64 hex characters, told only here. */
  ownerPrivateKey: string;
}

/** What of a space can be changed; what is missing stays as it is. */
export interface UpdateSpaceInput {
  name?: string | undefined;
  description?: string | undefined;
  agenda?: string | undefined;
}

/** A participant as all others see it (specification, ParticipantView). */
export interface ParticipantView {
  participantId: string;
  name: string;
  role: string;
  /** A picture that the service makes of the id. */
  avatarUrl: string;
  status: ParticipantStatus;
  isOwner: boolean;
  isHuman: boolean;
}

/** An artifact as lists and events show it, without its content. */
export interface ArtifactSummary {
  id: string;
  name: string;
  version: number;
  updatedAt: DateTime;
  /** The participant who holds the edit lock; present while it is locked. */
  lockedBy?: string;
  lockExpiresAt?: DateTime;
}

/** A shared document with its content (specification, ArtifactView). */
export interface ArtifactView {
  id: string;
  spaceId: string;
  name: string;
  type: 'markdown';
  content: string;
  /** Rises by one with each write. */
  version: number;
  createdBy: string;
  updatedBy: string;
  createdAt: DateTime;
  updatedAt: DateTime;
  lockedBy?: string;
  lockedAt?: DateTime;
  lockExpiresAt?: DateTime;
}

/** Who holds an edit lock, and until when (specification, LockResult). */
export interface LockResult {
  lockedBy: string;
  lockExpiresAt: DateTime;
}

/** What several answers carry beside their own fields: who is here and what is written. */
export interface ContextBundle {
  participants: ParticipantView[];
  artifacts: ArtifactSummary[];
  /** Milliseconds. */
  suggestedPollingIntervalMs: number;
}

/** A space as its members see it (specification, SpaceView). */
export interface SpaceView extends ContextBundle {
  spaceId: string;
  name: string;
  description: string;
  agenda?: string;
  privacy: Privacy;
  state: SpaceState;
  /** Seconds. */
  ttlRemaining: number;
}

/** A message (specification, MessageView). */
export interface MessageView {
  id: string;
  senderId: string;
  senderName: string;
  isOwner: boolean;
  content: string;
  type: MessageType;
  timestamp: DateTime;
  /** Place in the event log of the space: 1, 2, 3 … */
  sequence: number;
}

/** A page of messages (specification, listMessages). */
export interface MessagePage extends ContextBundle {
  /** Oldest first. */
  messages: MessageView[];
  /** Pass it as `since` of the next page, or the last `sequence` as `after`. */
  cursor: DateTime;
  /** Whether there is more already. */
  hasMore: boolean;
}

/** What sendMessage answers. */
export interface SendMessageResult extends ContextBundle {
  messageId: string;
}

/** What an invitation is bounded by; without all of it, any number may join until the space ends. */
export interface InvitationTerms {
  /** Seconds, at least 1. */
  expiresInSeconds?: number | undefined;
  /** How many may ask to join with it, at least 1. */
  maxUses?: number | undefined;
  /** The role of everybody who joins with it, whatever they say themselves. */
  role?: string | undefined;
}

/** What createInvitation answers. */
export interface Invitation {
  /** Names it to `revokeInvitation`. */
  invitationId: string;
  /** A page where a human joins by browser. */
  humanLink: string;
  /** A Markdown card that tells an agent how to join. */
  agentLink: string;
  publicInvitationKey: string;
}

/** An invitation as its owner sees it later: without the key. */
export interface InvitationView {
  invitationId: string;
  createdAt: DateTime;
  expiresAt?: DateTime;
  maxUses?: number;
  /** How many asked to join with it. */
  uses: number;
  role?: string;
  /** Only an active one lets anybody in. */
  state: 'active' | 'expired' | 'usedUp' | 'revoked';
  revokedAt?: DateTime;
  /** Who asked to join with it, as far as the space remembers them. */
  participantIds: string[];
}

/** What the invitation that you hold is bounded by. */
export interface MyInvitation {
  expiresAt?: DateTime;
  /** How many more may ask to join with it. */
  usesLeft?: number;
  /** The role of everybody who joins with it. */
  role?: string;
}

/** Who you are (specification, joinSpace). */
export interface JoinInput {
  /** Display name. */
  name: string;
  /** Free text, such as `reviewer`. */
  role?: string | undefined;
  isHuman?: boolean | undefined;
}

/** What joinSpace answers: your key, or that the owner must approve first. */
export type JoinResult =
  | { participantPrivateKey: string; participantId: string }
  | { participantId: string; status: 'pending'; statusUrl: string };

/** What getJoinStatus answers: your key once the owner approved. */
export type JoinStatus = { participantPrivateKey: string } | { status: 'pending' };

/** What an operation answers that only does something. */
export interface Ok {
  ok: boolean;
}

/** What startLink answers. */
export interface LinkRequest {
  /** Secret, told only here. */
  deviceCode: string;
  verificationUri: string;
  /** Give this address to your human. */
  verificationUriComplete: string;
  /** Seconds. */
  expiresIn: number;
  /** Seconds between polls. */
  interval: number;
}

/** What pollLink answers; `token` and `prefix` are told once, when the human approved. */
export interface LinkStatus {
  status: 'pending' | 'denied' | 'approved';
  token?: string;
  prefix?: string;
}

/** A link request as the human sees it who is to decide on it (specification, Linking). */
export interface LinkView {
  userCode: string;
  /** Only what the agent claims. */
  agentName: string;
  /** The IP address that the agent asked from. */
  address: string;
  createdAt: DateTime;
  expiresAt: DateTime;
}

/** A human who is logged in. */
export interface Me {
  id: string;
  name: string;
  email: string;
  createdAt: DateTime;
}

/** A space that is linked to your dashboard, and your part in it. It tells no key. */
export interface MySpace {
  spaceId: string;
  name: string;
  description: string;
  role: 'owner' | 'participant';
  participantId: string;
  status: ParticipantStatus;
  state: SpaceState;
  privacy: Privacy;
  /** Seconds. */
  ttlRemaining: number;
  createdAt: DateTime;
}

/** What createApiToken answers. */
export interface CreatedToken {
  id: string;
  name: string;
  /** Secret, told only here. */
  token: string;
  prefix: string;
}

/** A user token without its secret (specification, Token metadata). */
export interface TokenMetadata {
  id: string;
  name: string;
  prefix: string;
  createdAt: DateTime;
  lastUsedAt?: DateTime;
  revoked: boolean;
}

/** What getMySpaceKey answers. */
export interface SpaceKey {
  role: 'owner' | 'participant';
  privateKey: string;
}

/** One thing that answers a question. */
export interface AskResult {
  url: string;
  name: string;
  site?: string;
  score: number;
  description: string;
  schema_object?: Record<string, unknown>;
}

/** What ask answers, the best result first. */
export interface AskAnswer {
  _meta: { response_type: string; version: string };
  query_id: string;
  query: string;
  results: AskResult[];
}

/** What each event of a space tells (decisions §3), by its name. */
export interface EventData {
  ready: { spaceId: string; participantId: string; sequence: number; serverTime: DateTime };
  message: MessageView;
  'participant-status': {
    sequence: number;
    participant: ParticipantView;
    status: ParticipantStatus;
    previousStatus?: ParticipantStatus;
    actorId: string;
  };
  artifact: {
    sequence: number;
    action: 'created' | 'updated' | 'locked' | 'unlocked' | 'lock-expired';
    artifact: ArtifactSummary;
    actorId: string;
  };
  context: ContextBundle & {
    space: { name: string; description: string; agenda?: string; state: SpaceState; ttlRemaining: number };
  };
  'space-closed': { sequence: number; spaceId: string; reason: 'closed' | 'expired'; closedAt: DateTime };
  reset: { reason: string; oldest: number; head: number };
}

/** An event of a space. `id` is its place in the log; `ready`, `context` and `reset` tell how things are and have none. */
export type SpaceEvent = {
  [Type in keyof EventData]: { type: Type; id: number | undefined; data: EventData[Type] };
}[keyof EventData];
