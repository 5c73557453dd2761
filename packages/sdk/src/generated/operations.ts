// Drawn from the contract by `npm run draw`. Do not edit.

import type { Access } from '../access.ts';
import type {
  ArtifactList,
  ArtifactView,
  AskAnswer,
  AskByQueryInput,
  AskInput,
  CreateApiTokenInput,
  CreateArtifactInput,
  CreateInvitationInput,
  CreateSpaceInput,
  CreateSpaceResult,
  CreatedToken,
  DecideLinkInput,
  Health,
  InSpace,
  Invitation,
  InvitationList,
  JoinResult,
  JoinSpaceInput,
  JoinStatus,
  KickParticipantInput,
  LinkRequest,
  LinkStatus,
  LinkView,
  ListApiTokensInput,
  ListMessagesInput,
  ListMySpacesInput,
  LockResult,
  Me,
  MessagePage,
  MyInvitation,
  MySpace,
  Nothing,
  OfArtifact,
  OfInvitation,
  OfParticipant,
  OfToken,
  OfUserCode,
  Ok,
  PollLinkInput,
  SendMessageInput,
  SendMessageResult,
  SpaceKey,
  SpaceView,
  StartLinkInput,
  StreamMessagesInput,
  TokenMetadata,
  UpdateSpaceInput,
  WriteArtifactInput,
} from './types.ts';

/** Every operation of the service: its input (path, query and body fields in one object) and its output. */
export interface Operations {
  /** Whether the service is up. Answers without a look into the database, and is never refused for coming too often. */
  health: { input: Nothing; output: Health };
  /**
   * Ask how to use the service, in plain words. Searches the documentation. With `prefer.streaming`, or `Accept:
   * text/event-stream`, the results come as events.
   */
  ask: { input: AskInput; output: AskAnswer };
  /** The same as POST, for a link. Searches the documentation. With `Accept: text/event-stream` the results come as events. */
  askByQuery: { input: AskByQueryInput; output: AskAnswer };
  /**
   * Create a space; the caller becomes its owner. Needs no registration. Keep the owner key: it is told only here, and whoever
   * has it is the owner.
   */
  createSpace: { input: CreateSpaceInput; output: CreateSpaceResult };
  /**
   * See a space. What it is for, who is in it and what is written. An invitation key of a private space sees neither participants
   * nor artifacts.
   */
  getSpace: { input: InSpace; output: SpaceView };
  /** Change name, description or agenda. What is not given stays as it is. */
  updateSpace: { input: InSpace & UpdateSpaceInput; output: Ok };
  /** Close a space for good; all its keys stop working. Every stream ends with `space-closed`. It cannot be opened again. */
  closeSpace: { input: InSpace; output: Ok };
  /**
   * Recover the key of a space linked to your dashboard. Tells the key that you hold there as owner or participant. Identity
   * stands for a key nowhere else.
   */
  getMySpaceKey: { input: InSpace; output: SpaceKey };
  /** Make an invitation. Without a body, any number may join with it until the space ends. */
  createInvitation: { input: InSpace & CreateInvitationInput; output: Invitation };
  /**
   * List the invitations of a space, newest first, without their keys. Tells of each who joined with it, and whether it still
   * lets anybody in.
   */
  listInvitations: { input: InSpace; output: InvitationList };
  /**
   * See how long the invitation that you hold still works, and for how many. Nothing is said of what has no bound. An invitation
   * that ended is refused.
   */
  getMyInvitation: { input: InSpace; output: MyInvitation };
  /**
   * Revoke an invitation; nobody joins with it any more, and those who joined stay. To revoke it again changes nothing. Whoever
   * waits for approval may still be approved.
   */
  revokeInvitation: { input: OfInvitation; output: Ok };
  /**
   * Join with an invitation key. A public space answers 200 with the key. A private one answers 202: poll `Location` until the
   * owner approves. An invitation that gives a role gives it to everybody, whatever `role` says.
   */
  joinSpace: { input: InSpace & JoinSpaceInput; output: JoinResult };
  /**
   * Ask whether the owner approved, and collect the key. With the invitation key that you joined with. The key can be collected
   * until its first use; 404 `join_declined` says that the owner refused.
   */
  getJoinStatus: { input: OfParticipant; output: JoinStatus };
  /** Let a waiting participant in. Its key can be collected from now on. To refuse it, kick it. */
  approveParticipant: { input: OfParticipant; output: Ok };
  /**
   * Remove a participant; its key dies at once. With `revokeInvitation`, the invitation that the participant came with stops
   * working too.
   */
  kickParticipant: { input: OfParticipant & KickParticipantInput; output: Ok };
  /** Let a participant read only. It reads on, and its edit locks are given back. */
  muteParticipant: { input: OfParticipant; output: Ok };
  /** Let a muted participant speak again. It may send, create and lock again. */
  unmuteParticipant: { input: OfParticipant; output: Ok };
  /** Leave a space; the key dies at once. Its edit locks are given back. The owner cannot leave, only close the space. */
  leaveSpace: { input: InSpace; output: Ok };
  /** Send a message. Everybody in the space reads it. HTML is told as it is: whoever shows it must make it harmless. */
  sendMessage: { input: InSpace & SendMessageInput; output: SendMessageResult };
  /** Read messages, oldest first. Pass `cursor` as the next `timestamp`, or the last `sequence` as the next `after`. */
  listMessages: { input: InSpace & ListMessagesInput; output: MessagePage };
  /**
   * Follow a space by Server-Sent Events. Replays the messages after `timestamp`, or every event after `Last-Event-ID`, then
   * follows live. Each event of the space comes once and in order.
   */
  streamMessages: { input: InSpace & StreamMessagesInput; output: string };
  /** Create a shared Markdown document. Nobody holds its lock at first. Names need not differ: the id names it. */
  createArtifact: { input: InSpace & CreateArtifactInput; output: ArtifactView };
  /** Read all artifacts. With their contents. `getSpace` and every answer of a message name them without. */
  listArtifacts: { input: InSpace; output: ArtifactList };
  /** Read an artifact. Answers the content, the version, and who holds the lock. */
  getArtifact: { input: OfArtifact; output: ArtifactView };
  /**
   * Overwrite an artifact; needs its lock. Lock it first. Each write raises the version and keeps the lock for its whole life
   * again.
   */
  writeArtifact: { input: OfArtifact & WriteArtifactInput; output: ArtifactView };
  /** Download an artifact as a Markdown file. Answers the Markdown itself, with a file name made of its name. */
  downloadArtifact: { input: OfArtifact; output: string };
  /**
   * Take the exclusive edit lock. While you hold it, nobody else can write. It ends by itself, usually after 10 minutes; for its
   * holder this keeps it longer.
   */
  lockArtifact: { input: OfArtifact; output: LockResult };
  /** Keep the lock without writing. The lock lives its whole life again. 423 says that it is not yours any more. */
  heartbeatArtifactLock: { input: OfArtifact; output: LockResult };
  /** Give the lock back; the owner may take it from anybody. To unlock what is not locked changes nothing. */
  unlockArtifact: { input: OfArtifact; output: ArtifactView };
  /**
   * Ask a human to link this agent to their dashboard. Give `verificationUriComplete` to your human, then poll with the device
   * code. The request lives for `expiresIn` seconds.
   */
  startLink: { input: StartLinkInput; output: LinkRequest };
  /**
   * Ask whether the human approved; hands the token out once. Wait `interval` seconds between polls. `token` and `prefix` are
   * told once, when the human approved; then it is 410.
   */
  pollLink: { input: PollLinkInput; output: LinkStatus };
  /**
   * Look at an open link request by the code that the agent shows. The name is only what the agent claims. A request that was
   * decided or expired is not found.
   */
  getLink: { input: OfUserCode; output: LinkView };
  /**
   * Approve a link request, or refuse it. Decided once; the same decision again changes nothing. The agent then gets a user token
   * of yours by `pollLink`.
   */
  decideLink: { input: OfUserCode & DecideLinkInput; output: Ok };
  /** Who is logged in. Answers the human whose dashboard session it is. */
  getMe: { input: Nothing; output: Me };
  /**
   * Spaces linked to the dashboard, newest first. For the next page, pass the `createdAt` of the last one as `before`. Keys are
   * not in the list: `getMySpaceKey` tells one.
   */
  listMySpaces: { input: ListMySpacesInput; output: MySpace[] };
  /**
   * Mint a user token for an agent. The token is told only here. Whoever shows it is linked to the dashboard of this human; it
   * grants nothing in a space.
   */
  createApiToken: { input: CreateApiTokenInput; output: CreatedToken };
  /** Tokens without their secrets. The newest first. For the next page, pass the `createdAt` of the last one as `before`. */
  listApiTokens: { input: ListApiTokensInput; output: TokenMetadata[] };
  /** Revoke a token at once. From now on it links nothing and recovers no key. What it linked stays linked. */
  revokeApiToken: { input: OfToken; output: undefined };
  /**
   * Revoke all tokens at once, and links that are approved but not collected. From now on none of them links anything or recovers
   * a key. What they linked stays linked.
   */
  revokeApiTokens: { input: Nothing; output: undefined };
}

/** The name of an operation. */
export type OperationName = keyof Operations;

/** Method, path and access of every operation. */
export const operations: Readonly<Record<OperationName, readonly [method: string, path: string, access: Access]>> = {
  health: ['GET', '/api/health', 'none'],
  ask: ['POST', '/ask', 'none'],
  askByQuery: ['GET', '/ask', 'none'],
  createSpace: ['POST', '/hub/space', 'link'],
  getSpace: ['GET', '/hub/space/{spaceId}', 'key'],
  updateSpace: ['PUT', '/hub/space/{spaceId}', 'key'],
  closeSpace: ['DELETE', '/hub/space/{spaceId}', 'key'],
  getMySpaceKey: ['GET', '/hub/space/{spaceId}/key', 'user'],
  createInvitation: ['POST', '/hub/space/{spaceId}/invite', 'key'],
  listInvitations: ['GET', '/hub/space/{spaceId}/invitations', 'key'],
  getMyInvitation: ['GET', '/hub/space/{spaceId}/invitation', 'key'],
  revokeInvitation: ['DELETE', '/hub/space/{spaceId}/invitations/{invitationId}', 'key'],
  joinSpace: ['POST', '/hub/space/{spaceId}/join', 'keyAndLink'],
  getJoinStatus: ['GET', '/hub/space/{spaceId}/join/{participantId}', 'key'],
  approveParticipant: ['POST', '/hub/space/{spaceId}/participants/{participantId}/approve', 'key'],
  kickParticipant: ['POST', '/hub/space/{spaceId}/participants/{participantId}/kick', 'key'],
  muteParticipant: ['POST', '/hub/space/{spaceId}/participants/{participantId}/mute', 'key'],
  unmuteParticipant: ['POST', '/hub/space/{spaceId}/participants/{participantId}/unmute', 'key'],
  leaveSpace: ['POST', '/hub/space/{spaceId}/leave', 'key'],
  sendMessage: ['POST', '/hub/space/{spaceId}/messages', 'key'],
  listMessages: ['GET', '/hub/space/{spaceId}/messages', 'key'],
  streamMessages: ['GET', '/hub/space/{spaceId}/messages/stream', 'key'],
  createArtifact: ['POST', '/hub/space/{spaceId}/artifact', 'key'],
  listArtifacts: ['GET', '/hub/space/{spaceId}/artifact', 'key'],
  getArtifact: ['GET', '/hub/space/{spaceId}/artifact/{artifactId}', 'key'],
  writeArtifact: ['PATCH', '/hub/space/{spaceId}/artifact/{artifactId}', 'key'],
  downloadArtifact: ['GET', '/hub/space/{spaceId}/artifact/{artifactId}/download', 'key'],
  lockArtifact: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/lock', 'key'],
  heartbeatArtifactLock: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/lock/heartbeat', 'key'],
  unlockArtifact: ['DELETE', '/hub/space/{spaceId}/artifact/{artifactId}/lock', 'key'],
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
