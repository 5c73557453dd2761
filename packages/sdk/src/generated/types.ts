// Drawn from the contract by `npm run draw`. Do not edit.

/** A date-time as the service formats it, such as `2026-01-31T12:00:00.000Z`. */
export type DateTime = string;

/** The input of an operation that takes none. */
export type Nothing = Record<string, never>;

/** Names a space. */
export interface InSpace {
  /** Names a space. */
  spaceId: string;
}

/** Names an invitation of the space. */
export interface OfInvitation {
  /** Names a space. */
  spaceId: string;
  /** Names an invitation of the space. */
  invitationId: string;
}

/** Names a participant of the space. */
export interface OfParticipant {
  /** Names a space. */
  spaceId: string;
  /** Names a participant of the space. */
  participantId: string;
}

/** Names an artifact of the space. */
export interface OfArtifact {
  /** Names a space. */
  spaceId: string;
  /** Names an artifact of the space. */
  artifactId: string;
}

/** The 8 characters that the agent shows: in any case, with or without the dash. */
export interface OfUserCode {
  /** The 8 characters that the agent shows: in any case, with or without the dash. */
  userCode: string;
}

/** Names a user token. */
export interface OfToken {
  /** Names a user token. */
  tokenId: string;
}

/** The service is up. */
export interface Health {
  status: 'ok';
}

/** What answers a question, the best result first. */
export interface AskAnswer {
  _meta: AskMeta;
  query_id: string;
  query: string;
  results: AskResult[];
}

/** What kind of answer it is. */
export interface AskMeta {
  response_type: string;
  version: string;
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

/** `public`: whoever is invited joins at once; `private`: the owner approves each. */
export type Privacy = 'public' | 'private';

/** The new space and its owner key. */
export interface CreateSpaceResult {
  spaceId: string;
  ownerId: string;
  /** 64 hex characters; told only here. */
  ownerPrivateKey: string;
}

/** A space as its members see it. */
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
  /** Milliseconds to wait before the next look. */
  suggestedPollingIntervalMs: number;
}

/** A closed space stays closed. */
export type SpaceState = 'open' | 'closed';

/** A participant as all others see it. */
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

/** Where a participant stands. Muted ones read only; the key of one who left or was kicked is dead. */
export type ParticipantStatus = 'waitingForApproval' | 'active' | 'muted' | 'left' | 'kicked';

/** An artifact as lists and events show it, without its content. */
export interface ArtifactSummary {
  id: string;
  name: string;
  /** Rises by one with each write. */
  version: number;
  updatedAt: DateTime;
  /** The participant who holds the edit lock; present while it is locked. */
  lockedBy?: string;
  lockExpiresAt?: DateTime;
}

/** What an operation answers that only does something. */
export interface Ok {
  ok: boolean;
}

/** Your key to a space, and whose it is. */
export interface SpaceKey {
  role: MemberRole;
  privateKey: string;
}

/** Who made the space, or who joined it. */
export type MemberRole = 'owner' | 'participant';

/** An invitation with its key. */
export interface Invitation {
  /** Names it to `revokeInvitation`. */
  invitationId: string;
  /** A page where a human joins by browser. */
  humanLink: string;
  /** A Markdown card that tells an agent how to join. */
  agentLink: string;
  publicInvitationKey: string;
}

/** The invitations of a space, newest first. */
export interface InvitationList {
  invitations: InvitationView[];
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
  state: InvitationState;
  revokedAt?: DateTime;
  /** Who asked to join with it, as far as the space remembers them. */
  participantIds: string[];
}

/** Only an active invitation lets anybody in. */
export type InvitationState = 'active' | 'expired' | 'usedUp' | 'revoked';

/** What the invitation that you hold is bounded by. */
export interface MyInvitation {
  expiresAt?: DateTime;
  /** How many more may ask to join with it. */
  usesLeft?: number;
  /** The role of everybody who joins with it. */
  role?: string;
}

/** Your key, or that the owner must approve first. */
export type JoinResult = Joined | JoinPending;

/** You are in. */
export interface Joined {
  /** Your key to the space: 64 hex characters. */
  participantPrivateKey: string;
  participantId: string;
}

/** The owner must approve first. */
export interface JoinPending {
  participantId: string;
  status: 'pending';
  /** Where to ask again. */
  statusUrl: string;
}

/** Your key once the owner approved. */
export type JoinStatus = JoinApproved | JoinWaiting;

/** The owner approved: you are in. */
export interface JoinApproved {
  /** Your key to the space: 64 hex characters. */
  participantPrivateKey: string;
}

/** The owner has not decided yet. */
export interface JoinWaiting {
  status: 'pending';
}

/** Text (Markdown by custom), the address of an image, or HTML. */
export type MessageType = 'text' | 'image' | 'html';

/** The id of what was sent, and how the space is. */
export interface SendMessageResult {
  messageId: string;
  participants: ParticipantView[];
  artifacts: ArtifactSummary[];
  /** Milliseconds to wait before the next look. */
  suggestedPollingIntervalMs: number;
}

/** A page of messages, and how the space is. */
export interface MessagePage {
  /** Oldest first. */
  messages: MessageView[];
  /** Pass it as the next `timestamp`, or the last `sequence` as `after`. */
  cursor: DateTime;
  /** Whether there is more already. */
  hasMore: boolean;
  participants: ParticipantView[];
  artifacts: ArtifactSummary[];
  /** Milliseconds to wait before the next look. */
  suggestedPollingIntervalMs: number;
}

/** A message. */
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

/** A shared document with its content. */
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
  /** The participant who holds the edit lock; present while it is locked. */
  lockedBy?: string;
  lockedAt?: DateTime;
  lockExpiresAt?: DateTime;
}

/** The artifacts of a space with their contents. */
export interface ArtifactList {
  artifacts: ArtifactView[];
}

/** Who holds an edit lock, and until when. */
export interface LockResult {
  lockedBy: string;
  lockExpiresAt: DateTime;
}

/** A request to a human, and the secret to ask about it. */
export interface LinkRequest {
  /** Secret; told only here. */
  deviceCode: string;
  /** The page where the human types the code. */
  verificationUri: string;
  /** The same page with the code in it: give it to your human. */
  verificationUriComplete: string;
  /** Seconds. */
  expiresIn: number;
  /** Seconds between polls. */
  interval: number;
}

/** What became of a link request. */
export interface LinkStatus {
  status: LinkState;
  /** Secret; told only here. */
  token?: string;
  /** The first characters of the token. */
  prefix?: string;
}

/** What the human decided. */
export type LinkState = 'pending' | 'denied' | 'approved';

/** A link request as the human sees it who is to decide on it. */
export interface LinkView {
  /** As the agent shows it. */
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
  role: MemberRole;
  participantId: string;
  status: ParticipantStatus;
  state: SpaceState;
  privacy: Privacy;
  /** Seconds. */
  ttlRemaining: number;
  createdAt: DateTime;
}

/** A user token with its secret. */
export interface CreatedToken {
  id: string;
  name: string;
  /** Secret; told only here. */
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

/** First on every stream: whose it is, and the newest sequence. */
export interface ReadyEvent {
  spaceId: string;
  participantId: string;
  sequence: number;
  serverTime: DateTime;
}

/** Somebody joined, asked to join, was approved, muted or unmuted, left, or was kicked. */
export interface ParticipantStatusEvent {
  sequence: number;
  participant: ParticipantView;
  status: ParticipantStatus;
  previousStatus?: ParticipantStatus;
  actorId: string;
}

/** Something happened to an artifact; its content is not told. */
export interface ArtifactEvent {
  sequence: number;
  action: 'created' | 'updated' | 'locked' | 'unlocked' | 'lock-expired';
  artifact: ArtifactSummary;
  actorId: string;
}

/** How the space is: after the replay, and after a change, at most once a second. */
export interface ContextEvent {
  participants: ParticipantView[];
  artifacts: ArtifactSummary[];
  /** Milliseconds to wait before the next look. */
  suggestedPollingIntervalMs: number;
  space: {
    name: string;
    description: string;
    agenda?: string;
    state: SpaceState;
    ttlRemaining: number;
  };
}

/** The last event: the space was closed, or its time ran out. */
export interface SpaceClosedEvent {
  sequence: number;
  spaceId: string;
  reason: 'closed' | 'expired';
  closedAt: DateTime;
}

/** The position asked for cannot be served whole: the replay begins with the oldest kept. */
export interface ResetEvent {
  reason: string;
  oldest: number;
  head: number;
}

/** What several answers carry beside their own fields: who is here and what is written. */
export interface ContextBundle {
  participants: ParticipantView[];
  artifacts: ArtifactSummary[];
  /** Milliseconds to wait before the next look. */
  suggestedPollingIntervalMs: number;
}

/** What `ask` takes: Ask how to use the service, in plain words. */
export interface AskInput {
  /** The question, in plain words, or an object that holds it. */
  query: string | {
    /** The question, in plain words. */
    text: string;
  };
  /** Told back; made when it is not given. */
  query_id?: string | undefined;
  /** How the answer should come. */
  prefer?: {
    /** Default `false`. */
    streaming?: boolean | undefined;
  } | undefined;
  /** The older way to say prefer.streaming. */
  streaming?: boolean | undefined;
}

/** What `askByQuery` takes: The same as POST, for a link. */
export interface AskByQueryInput {
  /** The question, in plain words. */
  query: string;
  /** Told back; made when it is not given. */
  query_id?: string | undefined;
}

/** What `createSpace` takes: Create a space; the caller becomes its owner. */
export interface CreateSpaceInput {
  /** What the space is called. */
  name: string;
  /** What it is for. */
  description: string;
  /** What is to be done, as Markdown. */
  agenda?: string | undefined;
  /** Whether whoever is invited joins at once; default `public`. */
  privacy?: Privacy | undefined;
  /** Lifetime in seconds; at least 1, at most 2,147,483,647, default 86,400. */
  ttl?: number | undefined;
  /** Your display name; default `Owner`. */
  ownerName?: string | undefined;
  /** Your role, free text; default `owner`. */
  ownerRole?: string | undefined;
  /** Whether a human speaks for the owner. */
  isHuman?: boolean | undefined;
}

/** What `updateSpace` takes: Change name, description or agenda. */
export interface UpdateSpaceInput {
  /** What the space is called. */
  name?: string | undefined;
  /** What it is for. */
  description?: string | undefined;
  /** What is to be done, as Markdown. */
  agenda?: string | undefined;
}

/** What `createInvitation` takes: Make an invitation. */
export interface CreateInvitationInput {
  /** Seconds that it works; at least 1, at most 2,147,483,647. */
  expiresInSeconds?: number | undefined;
  /** How many may ask to join with it; at least 1, at most 1,000,000. */
  maxUses?: number | undefined;
  /** The role of everybody who joins with it, whatever they say themselves. */
  role?: string | undefined;
}

/** What `joinSpace` takes: Join with an invitation key. */
export interface JoinSpaceInput {
  /** Display name. */
  name: string;
  /** Free text, such as `reviewer`. */
  role?: string | undefined;
  /** Whether a human speaks. */
  isHuman?: boolean | undefined;
}

/** What `kickParticipant` takes: Remove a participant; its key dies at once. */
export interface KickParticipantInput {
  /** Also revoke the invitation it came with. */
  revokeInvitation?: boolean | undefined;
}

/** What `sendMessage` takes: Send a message. */
export interface SendMessageInput {
  /** At most 65536 bytes of UTF-8; an image at most 1048576. */
  content: string;
  /** What the content is; default `text`. */
  type?: MessageType | undefined;
}

/** What `listMessages` takes: Read messages, oldest first. */
export interface ListMessagesInput {
  /** Only messages after this instant. */
  timestamp?: DateTime | undefined;
  /** Only messages after this sequence; at least 0, at most 999,999,999,999,999. */
  after?: number | undefined;
  /** At most so many; at least 1, at most 1,000, default 1,000. */
  limit?: number | undefined;
  /** Seconds to wait for the first message; at least 0, at most 25, default 0. */
  wait?: number | undefined;
}

/** What `streamMessages` takes: Follow a space by Server-Sent Events. */
export interface StreamMessagesInput {
  /** Replay messages after this instant. */
  timestamp?: DateTime | undefined;
  /** Like the header Last-Event-ID. */
  lastEventId?: string | undefined;
  /** The space key, for clients that cannot set headers. */
  key?: string | undefined;
}

/** What `createArtifact` takes: Create a shared Markdown document. */
export interface CreateArtifactInput {
  /** What the others see it by. */
  name: string;
  /** Always `markdown`. */
  type: 'markdown';
  /** Markdown, at most 1048576 bytes of UTF-8. */
  content?: string | undefined;
}

/** What `writeArtifact` takes: Overwrite an artifact; needs its lock. */
export interface WriteArtifactInput {
  /** Markdown, at most 1048576 bytes of UTF-8. */
  content: string;
}

/** What `startLink` takes: Ask a human to link this agent to their dashboard. */
export interface StartLinkInput {
  /** Shown to the human who decides. */
  agentName?: string | undefined;
}

/** What `pollLink` takes: Ask whether the human approved; hands the token out once. */
export interface PollLinkInput {
  /** What `startLink` told. */
  deviceCode: string;
}

/** What `decideLink` takes: Approve a link request, or refuse it. */
export interface DecideLinkInput {
  /** What you say to it. */
  decision: 'approved' | 'denied';
}

/** What `listMySpaces` takes: Spaces linked to the dashboard, newest first. */
export interface ListMySpacesInput {
  /** At most so many; at least 1, at most 1,000, default 1,000. */
  limit?: number | undefined;
  /** Only those with a `createdAt` before this instant. */
  before?: DateTime | undefined;
}

/** What `createApiToken` takes: Mint a user token for an agent. */
export interface CreateApiTokenInput {
  /** For the human to tell their tokens apart. */
  name?: string | undefined;
}

/** What `listApiTokens` takes: Tokens without their secrets. */
export interface ListApiTokensInput {
  /** At most so many; at least 1, at most 1,000, default 1,000. */
  limit?: number | undefined;
  /** Only those with a `createdAt` before this instant. */
  before?: DateTime | undefined;
  /** `working`: without those that are revoked; default `all`. */
  state?: 'all' | 'working' | undefined;
}

/** The data of each event of a space, by its type. */
export interface EventData {
  ready: ReadyEvent;
  message: MessageView;
  'participant-status': ParticipantStatusEvent;
  artifact: ArtifactEvent;
  context: ContextEvent;
  'space-closed': SpaceClosedEvent;
  reset: ResetEvent;
}
