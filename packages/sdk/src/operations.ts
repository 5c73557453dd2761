import type {
  AskAnswer,
  ArtifactView,
  CreatedToken,
  CreateSpaceInput,
  CreateSpaceResult,
  DateTime,
  Invitation,
  InvitationTerms,
  InvitationView,
  JoinInput,
  JoinResult,
  JoinStatus,
  LinkRequest,
  LinkStatus,
  LinkView,
  LockResult,
  Me,
  MessagePage,
  MessageType,
  MyInvitation,
  MySpace,
  Ok,
  SendMessageResult,
  SpaceKey,
  SpaceView,
  TokenMetadata,
  UpdateSpaceInput,
} from './types.ts';

/** An operation that takes nothing. */
export type Nothing = Record<string, never>;

/** Which of a list, newest first: at most `limit` (1,000), and those made before an instant. */
export interface Page {
  limit?: number | undefined;
  before?: string | undefined;
}

/** Names a space. */
export interface InSpace {
  spaceId: string;
}

/** Names a participant of a space. */
export interface OfParticipant extends InSpace {
  participantId: string;
}

/** Names an artifact of a space. */
export interface OfArtifact extends InSpace {
  artifactId: string;
}

/** Names an invitation of a space. */
export interface OfInvitation extends InSpace {
  invitationId: string;
}

interface Question {
  /** Told back in the answer; a UUID. */
  query_id?: string | undefined;
}

/** Every operation of the service: what it takes (path, query and body fields side by side) and what it answers. */
export interface Operations {
  health: { input: Nothing; output: { status: 'ok' } };
  ask: {
    input: Question & {
      query: string | { text: string };
      prefer?: { streaming?: boolean | undefined } | undefined;
      streaming?: boolean | undefined;
    };
    output: AskAnswer;
  };
  askByQuery: { input: Question & { query: string }; output: AskAnswer };
  createSpace: { input: CreateSpaceInput; output: CreateSpaceResult };
  getSpace: { input: InSpace; output: SpaceView };
  updateSpace: { input: InSpace & UpdateSpaceInput; output: Ok };
  closeSpace: { input: InSpace; output: Ok };
  getMySpaceKey: { input: InSpace; output: SpaceKey };
  createInvitation: { input: InSpace & InvitationTerms; output: Invitation };
  listInvitations: { input: InSpace; output: { invitations: InvitationView[] } };
  getMyInvitation: { input: InSpace; output: MyInvitation };
  revokeInvitation: { input: OfInvitation; output: Ok };
  joinSpace: { input: InSpace & JoinInput; output: JoinResult };
  getJoinStatus: { input: OfParticipant; output: JoinStatus };
  approveParticipant: { input: OfParticipant; output: Ok };
  kickParticipant: { input: OfParticipant & { revokeInvitation?: boolean | undefined }; output: Ok };
  muteParticipant: { input: OfParticipant; output: Ok };
  unmuteParticipant: { input: OfParticipant; output: Ok };
  leaveSpace: { input: InSpace; output: Ok };
  sendMessage: { input: InSpace & { content: string; type?: MessageType | undefined }; output: SendMessageResult };
  listMessages: {
    input: InSpace & {
      timestamp?: DateTime | undefined;
      after?: number | undefined;
      limit?: number | undefined;
      wait?: number | undefined;
    };
    output: MessagePage;
  };
  /** Never ends by itself, so it is not for `call`: `Space.events` follows it. */
  streamMessages: {
    input: InSpace & { timestamp?: DateTime | undefined; lastEventId?: string | undefined; key?: string | undefined };
    output: string;
  };
  createArtifact: { input: InSpace & { name: string; type: 'markdown'; content?: string | undefined }; output: ArtifactView };
  listArtifacts: { input: InSpace; output: { artifacts: ArtifactView[] } };
  getArtifact: { input: OfArtifact; output: ArtifactView };
  writeArtifact: { input: OfArtifact & { content: string }; output: ArtifactView };
  /** Answers the Markdown itself. */
  downloadArtifact: { input: OfArtifact; output: string };
  lockArtifact: { input: OfArtifact; output: LockResult };
  heartbeatArtifactLock: { input: OfArtifact; output: LockResult };
  unlockArtifact: { input: OfArtifact; output: ArtifactView };
  startLink: { input: { agentName?: string | undefined }; output: LinkRequest };
  pollLink: { input: { deviceCode: string }; output: LinkStatus };
  getLink: { input: { userCode: string }; output: LinkView };
  decideLink: { input: { userCode: string; decision: 'approved' | 'denied' }; output: Ok };
  getMe: { input: Nothing; output: Me };
  listMySpaces: { input: Page; output: MySpace[] };
  createApiToken: { input: { name?: string | undefined }; output: CreatedToken };
  listApiTokens: { input: Page & { state?: 'all' | 'working' | undefined }; output: TokenMetadata[] };
  revokeApiToken: { input: { tokenId: string }; output: undefined };
  revokeApiTokens: { input: Nothing; output: undefined };
}

/** What an operation is called in the specification. */
export type OperationName = keyof Operations;

/** What proves who calls: `key` a space key, `user` the client's user token or session, `link` a user token if there is one. */
export type Credential = 'key' | 'session' | 'user' | 'link' | 'keyAndLink' | 'none';

const space = '/hub/space/{spaceId}';
const participant = `${space}/participants/{participantId}`;
const artifact = `${space}/artifact`;
const oneArtifact = `${artifact}/{artifactId}`;

/** Method, path and credential of every operation. */
export const operations: Readonly<Record<OperationName, readonly [method: string, path: string, credential: Credential]>> = {
  health: ['GET', '/api/health', 'none'],
  ask: ['POST', '/ask', 'none'],
  askByQuery: ['GET', '/ask', 'none'],
  createSpace: ['POST', '/hub/space', 'link'],
  getSpace: ['GET', space, 'key'],
  updateSpace: ['PUT', space, 'key'],
  closeSpace: ['DELETE', space, 'key'],
  getMySpaceKey: ['GET', `${space}/key`, 'user'],
  createInvitation: ['POST', `${space}/invite`, 'key'],
  listInvitations: ['GET', `${space}/invitations`, 'key'],
  getMyInvitation: ['GET', `${space}/invitation`, 'key'],
  revokeInvitation: ['DELETE', `${space}/invitations/{invitationId}`, 'key'],
  joinSpace: ['POST', `${space}/join`, 'keyAndLink'],
  getJoinStatus: ['GET', `${space}/join/{participantId}`, 'key'],
  approveParticipant: ['POST', `${participant}/approve`, 'key'],
  kickParticipant: ['POST', `${participant}/kick`, 'key'],
  muteParticipant: ['POST', `${participant}/mute`, 'key'],
  unmuteParticipant: ['POST', `${participant}/unmute`, 'key'],
  leaveSpace: ['POST', `${space}/leave`, 'key'],
  sendMessage: ['POST', `${space}/messages`, 'key'],
  listMessages: ['GET', `${space}/messages`, 'key'],
  streamMessages: ['GET', `${space}/messages/stream`, 'key'],
  createArtifact: ['POST', artifact, 'key'],
  listArtifacts: ['GET', artifact, 'key'],
  getArtifact: ['GET', oneArtifact, 'key'],
  writeArtifact: ['PATCH', oneArtifact, 'key'],
  downloadArtifact: ['GET', `${oneArtifact}/download`, 'key'],
  lockArtifact: ['POST', `${oneArtifact}/lock`, 'key'],
  heartbeatArtifactLock: ['POST', `${oneArtifact}/lock/heartbeat`, 'key'],
  unlockArtifact: ['DELETE', `${oneArtifact}/lock`, 'key'],
  startLink: ['POST', '/hub/link/start', 'none'],
  pollLink: ['POST', '/hub/link/poll', 'none'],
  getLink: ['GET', '/hub/me/links/{userCode}', 'session'],
  decideLink: ['POST', '/hub/me/links/{userCode}/decide', 'session'],
  getMe: ['GET', '/hub/me', 'session'],
  listMySpaces: ['GET', '/hub/me/spaces', 'session'],
  createApiToken: ['POST', '/hub/me/tokens', 'session'],
  listApiTokens: ['GET', '/hub/me/tokens', 'session'],
  revokeApiToken: ['DELETE', '/hub/me/tokens/{tokenId}', 'session'],
  revokeApiTokens: ['DELETE', '/hub/me/tokens', 'session'],
};
