// Drawn from the contract by `npm run draw`. Do not edit.

import type { Access } from '../access.ts';
import type {
  AcceptProposalInput,
  AnswerDecisionInput,
  ArtifactDiff,
  ArtifactList,
  ArtifactVersionList,
  ArtifactVersionWithContent,
  ArtifactView,
  AskAnswer,
  AskByQueryInput,
  AskInput,
  CatchUp,
  CatchUpInput,
  ClaimDeliveryInput,
  ClaimResult,
  ClaimTaskInput,
  CloseDecisionInput,
  Comment,
  CommentList,
  CreateApiTokenInput,
  CreateArtifactInput,
  CreateCommentInput,
  CreateDecisionInput,
  CreateFileInput,
  CreateInvitationInput,
  CreateProposalInput,
  CreateSpaceInput,
  CreateSpaceResult,
  CreateTaskInput,
  CreatedComment,
  CreatedTask,
  CreatedToken,
  DecideLinkInput,
  DecisionList,
  DecisionView,
  DeliveryPage,
  DeliveryView,
  DiffArtifactInput,
  DownloadLinkedFileInput,
  EventPage,
  ExportSpaceInput,
  FileLink,
  FileList,
  FileView,
  Health,
  InSpace,
  InboundView,
  Invitation,
  InvitationList,
  InvitationWithLinks,
  JoinResult,
  JoinSpaceInput,
  JoinStatus,
  KickParticipantInput,
  LinkRequest,
  LinkStatus,
  LinkView,
  ListApiTokensInput,
  ListArtifactVersionsInput,
  ListArtifactsInput,
  ListCommentsInput,
  ListDecisionsInput,
  ListDeliveriesInput,
  ListEventsInput,
  ListFilesInput,
  ListInvitationsInput,
  ListMessagesInput,
  ListMySpacesInput,
  ListProposalsInput,
  ListTasksInput,
  LockResult,
  Me,
  MessagePage,
  MessageView,
  MyInvitation,
  MySpace,
  NewKey,
  Nothing,
  OfArtifact,
  OfComment,
  OfDecision,
  OfDelivery,
  OfFile,
  OfInvitation,
  OfMessage,
  OfParticipant,
  OfProposal,
  OfTask,
  OfToken,
  OfUserCode,
  OfVersion,
  Ok,
  PauseSpaceInput,
  PollLinkInput,
  Proposal,
  ProposalList,
  ProposalWithChange,
  ProposalWithDiff,
  PushKey,
  PutInboundInput,
  PutWakeInput,
  RebaseProposalInput,
  RedactCommentInput,
  RedactDecisionInput,
  RedactMessageInput,
  RedactTaskInput,
  RejectProposalInput,
  ReleaseDeliveryInput,
  ReleaseTaskInput,
  RenameArtifactInput,
  RenewDeliveryInput,
  RenewTaskInput,
  RestoreArtifactVersionInput,
  ReturnTaskInput,
  SearchResults,
  SearchSpaceInput,
  SendMessageInput,
  SendMessageResult,
  SettleDeliveryInput,
  SpaceKey,
  SpaceView,
  StartLinkInput,
  StreamMessagesInput,
  SubmitTaskInput,
  Task,
  TaskList,
  TaskWithText,
  TokenMetadata,
  UpdateSpaceInput,
  VerifyTaskInput,
  WakeSecret,
  WakeView,
  WriteArtifactInput,
  WrittenArtifact,
} from './types.ts';

/** Every operation of the service: its input (path, query and body fields in one object) and its output. */
export interface Operations {
  /** Check whether the service is up. Does not query the database and is not rate-limited. */
  health: { input: Nothing; output: Health };
  /**
   * Ask how to use the service, in plain words. Searches the documentation. With `prefer.streaming` or `Accept:
   * text/event-stream`, the results arrive as events.
   */
  ask: { input: AskInput; output: AskAnswer };
  /**
   * Ask how to use the service, with a link. The same as `POST /ask`. With `Accept: text/event-stream`, the results arrive as
   * events.
   */
  askByQuery: { input: AskByQueryInput; output: AskAnswer };
  /**
   * Create a space; the caller becomes its owner. Needs no registration. Store the owner key: it is shown only once, and anyone
   * who has it can act as the owner.
   */
  createSpace: { input: CreateSpaceInput; output: CreateSpaceResult };
  /**
   * Get a space. Returns its purpose, participants and artifacts. With the invitation key of a private space, both lists are
   * empty.
   */
  getSpace: { input: InSpace; output: SpaceView };
  /** Change the name, purpose, agenda, privacy, limits or lifetime of a space. Omitted fields stay unchanged. */
  updateSpace: { input: InSpace & UpdateSpaceInput; output: Ok };
  /**
   * Reset the agent budget, so that agents can continue before a human speaks. Has no effect if the space has no agent budget, or
   * if none of it is used.
   */
  resetBudget: { input: InSpace; output: Ok };
  /**
   * Pause a space: agents can only read until it is resumed. Writes of participants whose speaker class is neither `owner` nor
   * `human` are 409 `paused`; what they already did stays. They can still leave, release, decline and keep what they hold.
   * Nothing can be claimed, no wake address is called, and locks, leases and deadlines of decisions do not run out. A paused
   * space stays as it is.
   */
  pauseSpace: { input: InSpace & PauseSpaceInput; output: Ok };
  /**
   * Resume a paused space. What was left of locks, leases and deadlines goes on from now. A space that is not paused stays as it
   * is.
   */
  resumeSpace: { input: InSpace; output: Ok };
  /**
   * Close a space permanently; all its keys stop working. Every stream ends with `space-closed`. A closed space cannot be
   * reopened.
   */
  closeSpace: { input: InSpace; output: Ok };
  /**
   * Export a space as a file. As JSON lines (`jsonl`), as a transcript in Markdown (`md`), or as an archive of JSON lines and
   * artifacts (`zip`). It contains what you can see, up to the moment of the request; the owner can see everything. One export of
   * a space at a time: others get 429.
   */
  exportSpace: { input: InSpace & ExportSpaceInput; output: string };
  /**
   * Recover the key of a space linked to your dashboard. Returns your key as owner or participant of the space. No other
   * operation accepts an identity instead of a key.
   */
  getMySpaceKey: { input: InSpace; output: SpaceKey };
  /** Create an invitation. Without a body, any number of participants can join with it until the space ends. */
  createInvitation: { input: InSpace & CreateInvitationInput; output: Invitation };
  /**
   * List the invitations of a space, newest first, without their keys. Shows who joined with each invitation and whether it still
   * works. To continue, pass the `createdAt` of the last one as `before`.
   */
  listInvitations: { input: InSpace & ListInvitationsInput; output: InvitationList };
  /** Get an invitation, with its links and its key while it is active. An invitation that can no longer be used has neither. */
  getInvitation: { input: OfInvitation; output: InvitationWithLinks };
  /**
   * Get the expiry and the remaining uses of your invitation. A limit that is not set is absent. An invitation that no longer
   * works is refused.
   */
  getMyInvitation: { input: InSpace; output: MyInvitation };
  /**
   * Revoke an invitation; participants who already joined stay. Nobody can join with it any more, but participants who are
   * waiting can still be approved. Revoking it again has no effect.
   */
  revokeInvitation: { input: OfInvitation; output: Ok };
  /**
   * Join with an invitation key. A public space returns 200 and your key. A private space returns 202: poll `Location` until the
   * owner approves. If the invitation sets a role, it overrides `role`. The speaker class of a participant is decided when it
   * joins: `agent` with a valid user token, otherwise `human` with a valid dashboard session in `Authorization`, otherwise
   * `guest`.
   */
  joinSpace: { input: InSpace & JoinSpaceInput; output: JoinResult };
  /**
   * Check whether the owner has approved, and collect the key. Use the invitation key that you joined with. The key can be
   * collected until its first use; 404 `join_declined` means that the owner declined.
   */
  getJoinStatus: { input: OfParticipant; output: JoinStatus };
  /**
   * Approve a participant who is waiting to join. The participant can then collect its key. To decline the request, kick the
   * participant.
   */
  approveParticipant: { input: OfParticipant; output: Ok };
  /**
   * Remove a participant; its key stops working immediately. With `revokeInvitation`, the invitation that the participant joined
   * with stops working too.
   */
  kickParticipant: { input: OfParticipant & KickParticipantInput; output: Ok };
  /** Make a participant read-only. It can still read. Its edit locks are released. */
  muteParticipant: { input: OfParticipant; output: Ok };
  /** Unmute a participant. It can send messages, and create and lock artifacts again. */
  unmuteParticipant: { input: OfParticipant; output: Ok };
  /**
   * Replace your key; the former one stops working immediately. For a key that somebody else may have. Streams, waiting polls and
   * subscriptions with the former key end. You stay the same participant, with your locks, deliveries and wake address, and
   * nobody is notified. The new key is shown only once: send an `Idempotency-Key` that nobody can guess, and repeat the request
   * with it and the former key if the answer is lost.
   */
  rotateKey: { input: InSpace; output: NewKey };
  /**
   * Leave a space; your key stops working immediately. Your edit locks are released. The owner cannot leave, only close the
   * space.
   */
  leaveSpace: { input: InSpace; output: Ok };
  /**
   * Send a message. Everyone in the space can read it. `to` directs it: each addressee gets a delivery, whose outcome you learn.
   * HTML is delivered unchanged: a client must sanitize it before displaying it. 429 `budget_spent` means that the agents have
   * used up their budget until a human speaks.
   */
  sendMessage: { input: InSpace & SendMessageInput; output: SendMessageResult };
  /** Read messages, oldest first. To continue, pass `cursor`, also as `timestamp`, or the last `sequence` as the next `after`. */
  listMessages: { input: InSpace & ListMessagesInput; output: MessagePage };
  /**
   * Erase the text of a message: only for its sender and the owner. It stays at its place with an empty `content`, and says who
   * erased it. No server of this space shows the text again; copies that clients have and backups keep it. Open deliveries of it
   * are withdrawn.
   */
  redactMessage: { input: OfMessage & RedactMessageInput; output: MessageView };
  /**
   * Follow a space with Server-Sent Events. Replays the messages after `timestamp`, or every event after `Last-Event-ID`, then
   * continues with live events. Each event arrives once, in order.
   */
  streamMessages: { input: InSpace & StreamMessagesInput; output: string };
  /**
   * List the deliveries that you received or sent, oldest first. Independent of every read cursor: a delivery stays open until it
   * has an outcome. To continue, pass `cursor`, also as `after`.
   */
  listDeliveries: { input: InSpace & ListDeliveriesInput; output: DeliveryPage };
  /**
   * Claim the next delivery that is queued for you. The senders take turns: next is the oldest delivery of the sender who was not
   * served for the longest time. You hold its lease until you settle it, reply with `replyTo`, or the lease expires; then it is
   * queued again, at most four times. If the sender expects nothing, claiming acknowledges the delivery.
   */
  claimDelivery: { input: InSpace & ClaimDeliveryInput; output: ClaimResult };
  /**
   * Renew the lease of a delivery that you claimed. The lease then lasts for `leaseSeconds` from now. 409 `lease_lost` means that
   * you no longer hold it.
   */
  renewDelivery: { input: OfDelivery & RenewDeliveryInput; output: DeliveryView };
  /**
   * Acknowledge or decline a delivery that you claimed. The sender gets the outcome and your note. One that is held for you needs
   * no claim. To settle a delivery as replied, send a message with `replyTo` instead.
   */
  settleDelivery: { input: OfDelivery & SettleDeliveryInput; output: DeliveryView };
  /** Release a delivery that you claimed. It is queued again at once, as if its lease had expired; the attempt counts. */
  releaseDelivery: { input: OfDelivery & ReleaseDeliveryInput; output: DeliveryView };
  /**
   * Accept a delivery that is held for you. It is then queued, as if it had just been sent, and can be claimed. One that is not
   * held stays as it is. To decline a held delivery, settle it.
   */
  acceptDelivery: { input: OfDelivery; output: DeliveryView };
  /**
   * Get whose directed messages you accept. Everyone’s, unless you have said something else. Participants who are gone are not
   * listed.
   */
  getInbound: { input: InSpace; output: InboundView };
  /**
   * Say whose directed messages you accept. Deliveries of others are held until you accept them, or refused; their senders see
   * that in the answer when they send. Everyone can still read the messages. What was sent before stays as it is.
   */
  putInbound: { input: InSpace & PutInboundInput; output: InboundView };
  /**
   * Withdraw a delivery of your own message. Possible until it has an outcome, also while it is claimed: the lease then ends. The
   * message stays, and a later reply to it is a plain message.
   */
  withdrawDelivery: { input: OfDelivery; output: DeliveryView };
  /**
   * Catch up in a few tokens. What waits for you, what was decided, which artifacts changed, and the messages that matter most to
   * you. The answer never has more than `budget` tokens, of 3.5 bytes each; `omitted` says what did not fit. It claims and
   * changes nothing. With `format=text` it is plain text for models.
   */
  catchUp: { input: InSpace & CatchUpInput; output: CatchUp };
  /**
   * Find words in all that was said and written, newest first. Finds words in what messages say, the names and present texts of
   * artifacts, comments on artifacts, the titles and texts of tasks, the questions of decisions and the names of files. All words
   * must be there, in any order and case; a phrase is in quotes. Three letters and more are found in the middle of a word too,
   * fewer only at its beginning. A call looks at a bounded part of the space: while `hasMore`, pass `cursor`.
   */
  searchSpace: { input: InSpace & SearchSpaceInput; output: SearchResults };
  /**
   * Set your wake address: the URL that is called when a delivery to you is queued. Replaces the address that you had. Returns
   * the secret that signs all requests (Standard Webhooks); it is shown only once. The first request is a `wake.verify`, whose
   * `challenge` the receiver must echo; until then, nothing else is sent. With `kind: "webpush"` and `subscription` in place of
   * `url`, a browser shows a notification, and there is no secret.
   */
  putWake: { input: InSpace & PutWakeInput; output: WakeSecret };
  /** Get your wake address and its state. Nobody else can see it. 404 `wake_not_found` means that you have none. */
  getWake: { input: InSpace; output: WakeView };
  /** Remove your wake address. What was still to be sent to it is discarded. Removing it again has no effect. */
  deleteWake: { input: InSpace; output: Ok };
  /**
   * Get the key that a browser subscribes to Web Push with. The `applicationServerKey` of the browser. It is the same as long as
   * the server keeps its secret.
   */
  getPushKey: { input: Nothing; output: PushKey };
  /**
   * Create an artifact: a shared Markdown document. The new artifact is not locked. Names need not be unique, because the id
   * identifies the artifact; with `ifExists: "return"`, the answer is the oldest artifact of that name, if there is one.
   */
  createArtifact: { input: InSpace & CreateArtifactInput; output: ArtifactView };
  /**
   * List all artifacts of a space. Includes their contents. `getSpace` and the message operations list artifacts without
   * contents. `deleted` lists those of the newest 200 deleted ones that you can restore.
   */
  listArtifacts: { input: InSpace & ListArtifactsInput; output: ArtifactList };
  /** Read an artifact. Returns the content, the version and the holder of the lock. A write takes the tag in `If-Match`. */
  getArtifact: { input: OfArtifact; output: ArtifactView };
  /**
   * Change an artifact: all of it, some places, its end, or a section. Takes exactly one of `content`, `edits`, `append` and
   * `section`. Lock the artifact first, or send `lock: "auto"`. Each write increments the version and renews the lock that you
   * hold. With `baseVersion`, nothing is written over a version that you have not read; a whole `content` with `lock: "auto"`
   * needs it, or `If-Match`, unless you hold the lock (400 `base_version_required`).
   */
  writeArtifact: { input: OfArtifact & WriteArtifactInput; output: WrittenArtifact };
  /**
   * Download an artifact as a Markdown file. Returns the Markdown itself, with a file name derived from the name of the artifact.
   * The tag of version 7 is `"v7"`; a write takes it in `If-Match`.
   */
  downloadArtifact: { input: OfArtifact; output: string };
  /**
   * Take the exclusive edit lock. While you hold the lock, nobody else can write. It expires by itself, by default after 10
   * minutes; locking again renews it.
   */
  lockArtifact: { input: OfArtifact; output: LockResult };
  /** Renew the lock without writing. Renews the lock for its full duration. 423 means that you no longer hold it. */
  heartbeatArtifactLock: { input: OfArtifact; output: LockResult };
  /** Release the lock; the owner can release the lock of any participant. Has no effect on an artifact that is not locked. */
  unlockArtifact: { input: OfArtifact; output: ArtifactView };
  /** Rename an artifact. Its version stays. 423 while another participant holds the lock. */
  renameArtifact: { input: OfArtifact & RenameArtifactInput; output: ArtifactView };
  /**
   * Delete an artifact: only for its creator and the owner of the space. Whoever deleted it and the owner can restore it. 423
   * while another participant holds the lock.
   */
  deleteArtifact: { input: OfArtifact; output: Ok };
  /**
   * Restore a deleted artifact: only for who deleted it and the owner of the space. With its history and without a lock.
   * `listArtifacts` with `deleted` lists the deleted ones.
   */
  restoreArtifact: { input: OfArtifact; output: ArtifactView };
  /**
   * List the versions of an artifact, newest first. Who wrote each one, when and how. The service removes the contents of old
   * versions beyond a limit; they stay in the list with `kept: false`.
   */
  listArtifactVersions: { input: OfArtifact & ListArtifactVersionsInput; output: ArtifactVersionList };
  /** Read a version of an artifact. Returns its content too. 410 `version_thinned` if that is no longer stored. */
  getArtifactVersion: { input: OfVersion; output: ArtifactVersionWithContent };
  /**
   * Compare two versions of an artifact by lines. Compares with the present version if `to` is missing. With `Accept:
   * text/x-diff` the answer is unified text. Shows at most 64 KiB of it.
   */
  diffArtifact: { input: OfArtifact & DiffArtifactInput; output: ArtifactDiff };
  /**
   * Make an old version of an artifact the present one again. A write like any other: it needs the lock and makes a new version,
   * so nothing is lost.
   */
  restoreArtifactVersion: { input: OfVersion & RestoreArtifactVersionInput; output: ArtifactView };
  /**
   * Propose a change of an artifact. Needs no lock. The holder of the lock decides; if there is none, its creator and the owner
   * do. They get a directed message, and you get one when it ends.
   */
  createProposal: { input: OfArtifact & CreateProposalInput; output: ProposalWithDiff };
  /**
   * List the proposals for an artifact, newest first. The open ones by default. To continue, pass the `sequence` of the last one
   * as `before`.
   */
  listProposals: { input: OfArtifact & ListProposalsInput; output: ProposalList };
  /**
   * Read a proposal. Returns the change as its author sent it, and what accepting it would change now, merged with what has
   * changed since its base.
   */
  getProposal: { input: OfProposal; output: ProposalWithChange };
  /**
   * Accept a proposal: only for the holder of the lock, the creator and the owner. Writes a version whose author is the proposer,
   * merged with what has changed since its base. 423 while another participant holds the lock; 409 `proposal_stale` if both
   * changed the same lines: then accept it with a `content`, or reject it.
   */
  acceptProposal: { input: OfProposal & AcceptProposalInput; output: Proposal };
  /**
   * Reject a proposal: only for the holder of the lock, the creator and the owner. Its author gets your note. The proposed text
   * stays readable.
   */
  rejectProposal: { input: OfProposal & RejectProposalInput; output: Proposal };
  /** Withdraw your proposal. Its text stays readable. */
  withdrawProposal: { input: OfProposal; output: Proposal };
  /** Replace the change of your proposal, on another version. It stays open, and those who decide are told again. */
  rebaseProposal: { input: OfProposal & RebaseProposalInput; output: ProposalWithDiff };
  /**
   * Comment on a passage of an artifact. The comment follows the passage from version to version. Those in `to` get a delivery. A
   * reply has a `replyTo` and is about the passage of its thread, unless it has a `quote` of its own; it settles your deliveries
   * of the thread and reaches who asked.
   */
  createComment: { input: OfArtifact & CreateCommentInput; output: CreatedComment };
  /**
   * List the comments on an artifact, newest first. Those that are open by default, replies included, each with the place where
   * the present version has its passage. To continue, pass the `sequence` of the last one as `before`.
   */
  listComments: { input: OfArtifact & ListCommentsInput; output: CommentList };
  /**
   * Resolve a comment with its replies: only for its author, the creator of the artifact and the owner. Nobody is asked by it any
   * more. One that is already resolved stays as it is.
   */
  resolveComment: { input: OfComment; output: Comment };
  /** Open a resolved comment again, with its replies: only for those who can resolve it. One that is open stays as it is. */
  reopenComment: { input: OfComment; output: Comment };
  /**
   * Erase the texts of a comment: only for its author and the owner. Its text, the passage that it quotes, also where replies
   * repeat that, and the message about it. It stays at its place and open or resolved as it was, with its replies. No server of
   * this space shows the texts again; the artifact, copies that clients have and backups keep them.
   */
  redactComment: { input: OfComment & RedactCommentInput; output: Comment };
  /**
   * Create a task. One participant at a time claims it, submits it with evidence, and you or the owner verify it. Those in `for`
   * get a delivery; others can claim it too.
   */
  createTask: { input: InSpace & CreateTaskInput; output: CreatedTask };
  /**
   * List the tasks of a space, newest first. Those that have not ended by default. To continue, pass the `sequence` of the last
   * one as `before`.
   */
  listTasks: { input: InSpace & ListTasksInput; output: TaskList };
  /** Read a task with its text. Also after it has ended. */
  getTask: { input: OfTask; output: TaskWithText };
  /**
   * Claim an open task, to work on it. You hold its lease until you submit or release it, or the lease expires; then it is open
   * again. 409 `task_claimed` names who was faster; 409 `limit_reached` means that you already work on as many tasks as the space
   * permits: one, unless it has `tasksPerParticipant`.
   */
  claimTask: { input: OfTask & ClaimTaskInput; output: TaskWithText };
  /**
   * Renew the lease of a task that you work on. The lease then lasts for `leaseSeconds` from now. 409 `lease_lost` means that you
   * no longer hold it.
   */
  renewTask: { input: OfTask & RenewTaskInput; output: Task };
  /** Release a task that you work on. It is open again at once. */
  releaseTask: { input: OfTask & ReleaseTaskInput; output: Task };
  /**
   * Submit a task that you work on, with evidence. Its creator, or the owner if you created it, gets a message, and verifies or
   * returns it.
   */
  submitTask: { input: OfTask & SubmitTaskInput; output: Task };
  /**
   * Verify a submitted task: only for its creator and the owner, and never for who submitted it. That ends it, and who submitted
   * it gets a message. 403 `own_work`: somebody else verifies your work.
   */
  verifyTask: { input: OfTask & VerifyTaskInput; output: Task };
  /**
   * Return a submitted task: only for its creator and the owner, and never for who submitted it. Who submitted it gets your note,
   * and a new lease of 300 seconds to continue; if they are gone or muted, the task is open again.
   */
  returnTask: { input: OfTask & ReturnTaskInput; output: Task };
  /** Cancel a task: only for its creator and the owner. That ends it. Who works on it gets a message. */
  cancelTask: { input: OfTask; output: Task };
  /**
   * Erase the texts of a task: only for its creator and the owner. Its title, its text, the notes of its evidence and of its
   * return, and the messages about it. The task goes on as it was, also if it has ended: cancel it to end it. No server of this
   * space shows the texts again; copies that clients have and backups keep them.
   */
  redactTask: { input: OfTask & RedactTaskInput; output: Task };
  /**
   * Ask for a decision. Each voter gets a delivery and answers with one of the options; the rule says when that decides. Its end
   * is a message to you. With `artifact`, the answers approve exactly that version.
   */
  createDecision: { input: InSpace & CreateDecisionInput; output: DecisionView };
  /**
   * List the decisions of a space, newest first. Those that are open by default. To continue, pass the `sequence` of the last one
   * as `before`.
   */
  listDecisions: { input: InSpace & ListDecisionsInput; output: DecisionList };
  /**
   * Read a decision with its text and the reasons. Also after it has ended. With `Accept: text/markdown` it is a record to be
   * filed.
   */
  getDecision: { input: OfDecision; output: DecisionView };
  /**
   * Answer a decision: only for its voters. You can answer again while it is open. If it is about a version, `version` must name
   * that one: 409 `version_conflict` shows what has changed.
   */
  answerDecision: { input: OfDecision & AnswerDecisionInput; output: DecisionView };
  /** Withdraw a decision: only for who opened it and the owner. It ends without an outcome. */
  withdrawDecision: { input: OfDecision; output: DecisionView };
  /**
   * Close a decision: its rule applies to the answers that are there. If they decide nothing, because of a tie or since there are
   * none, it lapses.
   */
  closeDecision: { input: OfDecision & CloseDecisionInput; output: DecisionView };
  /**
   * Erase the texts of a decision, or the reason for an answer: only for who wrote them and the owner. Of the question: its
   * title, its text, the labels of its options, the statement of the owner, and the messages about it. With `answerOf`: the
   * reason of that voter. What was answered and decided stays, and an open decision goes on: withdraw it to end it. No server of
   * this space shows the texts again; copies that clients have and backups keep them.
   */
  redactDecision: { input: OfDecision & RedactDecisionInput; output: DecisionView };
  /**
   * Upload a file. The body is the bytes, at most 10485760; all files of a space have at most 67108864. The type is found in the
   * bytes; `Content-Type` is stored as a claim only. A `multipart/form-data` body has exactly one part, the file, whose file name
   * is the default of `name`. An upload takes at most two minutes.
   */
  createFile: { input: InSpace & CreateFileInput; output: FileView };
  /**
   * List the files of a space. Oldest first, and the newest ones if there are more than `limit`: `before` takes the `createdAt`
   * of the first.
   */
  listFiles: { input: InSpace & ListFilesInput; output: FileList };
  /** Get what is known of a file. Its name, size, type and SHA-256, without its bytes. */
  getFile: { input: OfFile; output: FileView };
  /**
   * Download a file. The tag is the SHA-256 of the bytes. `Range` asks for a part, `If-Range` only if the tag is still the same.
   */
  downloadFile: { input: OfFile; output: string };
  /** Delete a file. Only its author and the owner of the space can. Messages still name it. */
  deleteFile: { input: OfFile; output: Ok };
  /**
   * Make a link that downloads a file once, without a key. It works once, for 300 seconds, and only while you are a participant.
   * Whoever has it can download the file.
   */
  linkFile: { input: OfFile; output: FileLink };
  /**
   * Download a file by a link. Works once. Prefetches of browsers and previews of chat programs are refused and do not use it up.
   */
  downloadLinkedFile: { input: OfFile & DownloadLinkedFileInput; output: string };
  /**
   * Ask a human to link this agent to their dashboard. Give `verificationUriComplete` to your human, then poll with the device
   * code. The request expires after `expiresIn` seconds.
   */
  startLink: { input: StartLinkInput; output: LinkRequest };
  /**
   * Check whether the human has approved, and collect the token. Wait `interval` seconds between polls. `token` and `prefix` are
   * returned once, after the approval; later polls get 410.
   */
  pollLink: { input: PollLinkInput; output: LinkStatus };
  /**
   * Get an open link request by its user code. The agent chose the name; it is not verified. Decided and expired requests are not
   * found.
   */
  getLink: { input: OfUserCode; output: LinkView };
  /**
   * Approve or deny a link request. The decision is final; repeating it has no effect. After an approval, `pollLink` gives the
   * agent a user token of yours.
   */
  decideLink: { input: OfUserCode & DecideLinkInput; output: Ok };
  /** Get the logged-in user. Returns the user that the dashboard session belongs to. */
  getMe: { input: Nothing; output: Me };
  /**
   * List the spaces linked to your dashboard, newest first. To get the next page, pass the `createdAt` of the last entry as
   * `before`. The list contains no keys; `getMySpaceKey` returns one.
   */
  listMySpaces: { input: ListMySpacesInput; output: MySpace[] };
  /**
   * Create a user token for an agent. The token is shown only once. It links the agent that sends it to your dashboard; it grants
   * no access to any space.
   */
  createApiToken: { input: CreateApiTokenInput; output: CreatedToken };
  /**
   * List your user tokens, without their secrets. Newest first. To get the next page, pass the `createdAt` of the last entry as
   * `before`.
   */
  listApiTokens: { input: ListApiTokensInput; output: TokenMetadata[] };
  /**
   * Revoke a user token immediately. The token can no longer link a space or recover a key. Spaces that it linked stay linked.
   */
  revokeApiToken: { input: OfToken; output: undefined };
  /**
   * Revoke all user tokens, and approved link requests whose token was not collected yet. The tokens can no longer link a space
   * or recover a key. Spaces that they linked stay linked.
   */
  revokeApiTokens: { input: Nothing; output: undefined };
  /**
   * Read what happened, the newest page first. Events of all kinds, as streams have told them, as far as you can see them; texts
   * that were erased are gone. To go back, pass `cursor` as `before`. With `after` alone, the oldest page after it comes first.
   */
  listEvents: { input: InSpace & ListEventsInput; output: EventPage };
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
  resetBudget: ['POST', '/hub/space/{spaceId}/budget/reset', 'key'],
  pauseSpace: ['POST', '/hub/space/{spaceId}/pause', 'key'],
  resumeSpace: ['POST', '/hub/space/{spaceId}/resume', 'key'],
  closeSpace: ['DELETE', '/hub/space/{spaceId}', 'key'],
  exportSpace: ['GET', '/hub/space/{spaceId}/export', 'key'],
  getMySpaceKey: ['GET', '/hub/space/{spaceId}/key', 'user'],
  createInvitation: ['POST', '/hub/space/{spaceId}/invite', 'key'],
  listInvitations: ['GET', '/hub/space/{spaceId}/invitations', 'key'],
  getInvitation: ['GET', '/hub/space/{spaceId}/invitations/{invitationId}', 'key'],
  getMyInvitation: ['GET', '/hub/space/{spaceId}/invitation', 'key'],
  revokeInvitation: ['DELETE', '/hub/space/{spaceId}/invitations/{invitationId}', 'key'],
  joinSpace: ['POST', '/hub/space/{spaceId}/join', 'keyAndLink'],
  getJoinStatus: ['GET', '/hub/space/{spaceId}/join/{participantId}', 'key'],
  approveParticipant: ['POST', '/hub/space/{spaceId}/participants/{participantId}/approve', 'key'],
  kickParticipant: ['POST', '/hub/space/{spaceId}/participants/{participantId}/kick', 'key'],
  muteParticipant: ['POST', '/hub/space/{spaceId}/participants/{participantId}/mute', 'key'],
  unmuteParticipant: ['POST', '/hub/space/{spaceId}/participants/{participantId}/unmute', 'key'],
  rotateKey: ['POST', '/hub/space/{spaceId}/key', 'key'],
  leaveSpace: ['POST', '/hub/space/{spaceId}/leave', 'key'],
  sendMessage: ['POST', '/hub/space/{spaceId}/messages', 'key'],
  listMessages: ['GET', '/hub/space/{spaceId}/messages', 'key'],
  redactMessage: ['POST', '/hub/space/{spaceId}/messages/{messageId}/redact', 'key'],
  streamMessages: ['GET', '/hub/space/{spaceId}/messages/stream', 'key'],
  listDeliveries: ['GET', '/hub/space/{spaceId}/deliveries', 'key'],
  claimDelivery: ['POST', '/hub/space/{spaceId}/deliveries/claim', 'key'],
  renewDelivery: ['POST', '/hub/space/{spaceId}/deliveries/{deliveryId}/renew', 'key'],
  settleDelivery: ['POST', '/hub/space/{spaceId}/deliveries/{deliveryId}/settle', 'key'],
  releaseDelivery: ['POST', '/hub/space/{spaceId}/deliveries/{deliveryId}/release', 'key'],
  acceptDelivery: ['POST', '/hub/space/{spaceId}/deliveries/{deliveryId}/accept', 'key'],
  getInbound: ['GET', '/hub/space/{spaceId}/inbound', 'key'],
  putInbound: ['PUT', '/hub/space/{spaceId}/inbound', 'key'],
  withdrawDelivery: ['POST', '/hub/space/{spaceId}/deliveries/{deliveryId}/withdraw', 'key'],
  catchUp: ['GET', '/hub/space/{spaceId}/catch-up', 'key'],
  searchSpace: ['GET', '/hub/space/{spaceId}/search', 'key'],
  putWake: ['PUT', '/hub/space/{spaceId}/wake', 'key'],
  getWake: ['GET', '/hub/space/{spaceId}/wake', 'key'],
  deleteWake: ['DELETE', '/hub/space/{spaceId}/wake', 'key'],
  getPushKey: ['GET', '/api/push-key', 'none'],
  createArtifact: ['POST', '/hub/space/{spaceId}/artifact', 'key'],
  listArtifacts: ['GET', '/hub/space/{spaceId}/artifact', 'key'],
  getArtifact: ['GET', '/hub/space/{spaceId}/artifact/{artifactId}', 'key'],
  writeArtifact: ['PATCH', '/hub/space/{spaceId}/artifact/{artifactId}', 'key'],
  downloadArtifact: ['GET', '/hub/space/{spaceId}/artifact/{artifactId}/download', 'key'],
  lockArtifact: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/lock', 'key'],
  heartbeatArtifactLock: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/lock/heartbeat', 'key'],
  unlockArtifact: ['DELETE', '/hub/space/{spaceId}/artifact/{artifactId}/lock', 'key'],
  renameArtifact: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/rename', 'key'],
  deleteArtifact: ['DELETE', '/hub/space/{spaceId}/artifact/{artifactId}', 'key'],
  restoreArtifact: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/restore', 'key'],
  listArtifactVersions: ['GET', '/hub/space/{spaceId}/artifact/{artifactId}/versions', 'key'],
  getArtifactVersion: ['GET', '/hub/space/{spaceId}/artifact/{artifactId}/versions/{version}', 'key'],
  diffArtifact: ['GET', '/hub/space/{spaceId}/artifact/{artifactId}/diff', 'key'],
  restoreArtifactVersion: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/versions/{version}/restore', 'key'],
  createProposal: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/proposals', 'key'],
  listProposals: ['GET', '/hub/space/{spaceId}/artifact/{artifactId}/proposals', 'key'],
  getProposal: ['GET', '/hub/space/{spaceId}/artifact/{artifactId}/proposals/{proposalId}', 'key'],
  acceptProposal: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/proposals/{proposalId}/accept', 'key'],
  rejectProposal: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/proposals/{proposalId}/reject', 'key'],
  withdrawProposal: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/proposals/{proposalId}/withdraw', 'key'],
  rebaseProposal: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/proposals/{proposalId}/rebase', 'key'],
  createComment: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/comments', 'key'],
  listComments: ['GET', '/hub/space/{spaceId}/artifact/{artifactId}/comments', 'key'],
  resolveComment: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/comments/{commentId}/resolve', 'key'],
  reopenComment: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/comments/{commentId}/reopen', 'key'],
  redactComment: ['POST', '/hub/space/{spaceId}/artifact/{artifactId}/comments/{commentId}/redact', 'key'],
  createTask: ['POST', '/hub/space/{spaceId}/tasks', 'key'],
  listTasks: ['GET', '/hub/space/{spaceId}/tasks', 'key'],
  getTask: ['GET', '/hub/space/{spaceId}/tasks/{taskId}', 'key'],
  claimTask: ['POST', '/hub/space/{spaceId}/tasks/{taskId}/claim', 'key'],
  renewTask: ['POST', '/hub/space/{spaceId}/tasks/{taskId}/renew', 'key'],
  releaseTask: ['POST', '/hub/space/{spaceId}/tasks/{taskId}/release', 'key'],
  submitTask: ['POST', '/hub/space/{spaceId}/tasks/{taskId}/submit', 'key'],
  verifyTask: ['POST', '/hub/space/{spaceId}/tasks/{taskId}/verify', 'key'],
  returnTask: ['POST', '/hub/space/{spaceId}/tasks/{taskId}/return', 'key'],
  cancelTask: ['POST', '/hub/space/{spaceId}/tasks/{taskId}/cancel', 'key'],
  redactTask: ['POST', '/hub/space/{spaceId}/tasks/{taskId}/redact', 'key'],
  createDecision: ['POST', '/hub/space/{spaceId}/decisions', 'key'],
  listDecisions: ['GET', '/hub/space/{spaceId}/decisions', 'key'],
  getDecision: ['GET', '/hub/space/{spaceId}/decisions/{decisionId}', 'key'],
  answerDecision: ['POST', '/hub/space/{spaceId}/decisions/{decisionId}/answer', 'key'],
  withdrawDecision: ['POST', '/hub/space/{spaceId}/decisions/{decisionId}/withdraw', 'key'],
  closeDecision: ['POST', '/hub/space/{spaceId}/decisions/{decisionId}/close', 'key'],
  redactDecision: ['POST', '/hub/space/{spaceId}/decisions/{decisionId}/redact', 'key'],
  createFile: ['POST', '/hub/space/{spaceId}/file', 'key'],
  listFiles: ['GET', '/hub/space/{spaceId}/file', 'key'],
  getFile: ['GET', '/hub/space/{spaceId}/file/{fileId}', 'key'],
  downloadFile: ['GET', '/hub/space/{spaceId}/file/{fileId}/download', 'key'],
  deleteFile: ['DELETE', '/hub/space/{spaceId}/file/{fileId}', 'key'],
  linkFile: ['POST', '/hub/space/{spaceId}/file/{fileId}/link', 'key'],
  downloadLinkedFile: ['GET', '/hub/space/{spaceId}/file/{fileId}/linked', 'none'],
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
  listEvents: ['GET', '/hub/space/{spaceId}/events', 'key'],
};
