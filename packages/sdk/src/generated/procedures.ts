// Drawn from the contract by `npm run draw`. Do not edit.

/** How each operation is called over tRPC. */
export interface Procedures {
  health: 'query';
  ask: 'mutation';
  askByQuery: 'query';
  createSpace: 'mutation';
  getSpace: 'query';
  updateSpace: 'mutation';
  resetBudget: 'mutation';
  closeSpace: 'mutation';
  exportSpace: 'query';
  getMySpaceKey: 'query';
  createInvitation: 'mutation';
  listInvitations: 'query';
  getMyInvitation: 'query';
  revokeInvitation: 'mutation';
  joinSpace: 'mutation';
  getJoinStatus: 'query';
  approveParticipant: 'mutation';
  kickParticipant: 'mutation';
  muteParticipant: 'mutation';
  unmuteParticipant: 'mutation';
  rotateKey: 'mutation';
  leaveSpace: 'mutation';
  sendMessage: 'mutation';
  listMessages: 'query';
  redactMessage: 'mutation';
  streamMessages: 'subscription';
  listDeliveries: 'query';
  claimDelivery: 'mutation';
  renewDelivery: 'mutation';
  settleDelivery: 'mutation';
  releaseDelivery: 'mutation';
  withdrawDelivery: 'mutation';
  catchUp: 'query';
  searchSpace: 'query';
  putWake: 'mutation';
  getWake: 'query';
  deleteWake: 'mutation';
  getPushKey: 'query';
  createArtifact: 'mutation';
  listArtifacts: 'query';
  getArtifact: 'query';
  writeArtifact: 'mutation';
  downloadArtifact: 'query';
  lockArtifact: 'mutation';
  heartbeatArtifactLock: 'mutation';
  unlockArtifact: 'mutation';
  renameArtifact: 'mutation';
  deleteArtifact: 'mutation';
  restoreArtifact: 'mutation';
  listArtifactVersions: 'query';
  getArtifactVersion: 'query';
  diffArtifact: 'query';
  restoreArtifactVersion: 'mutation';
  createProposal: 'mutation';
  listProposals: 'query';
  getProposal: 'query';
  acceptProposal: 'mutation';
  rejectProposal: 'mutation';
  withdrawProposal: 'mutation';
  rebaseProposal: 'mutation';
  createTask: 'mutation';
  listTasks: 'query';
  getTask: 'query';
  claimTask: 'mutation';
  renewTask: 'mutation';
  releaseTask: 'mutation';
  submitTask: 'mutation';
  verifyTask: 'mutation';
  returnTask: 'mutation';
  cancelTask: 'mutation';
  createDecision: 'mutation';
  listDecisions: 'query';
  getDecision: 'query';
  answerDecision: 'mutation';
  withdrawDecision: 'mutation';
  closeDecision: 'mutation';
  createFile: 'mutation';
  listFiles: 'query';
  getFile: 'query';
  downloadFile: 'query';
  deleteFile: 'mutation';
  linkFile: 'mutation';
  downloadLinkedFile: 'query';
  startLink: 'mutation';
  pollLink: 'mutation';
  getLink: 'query';
  decideLink: 'mutation';
  getMe: 'query';
  listMySpaces: 'query';
  createApiToken: 'mutation';
  listApiTokens: 'query';
  revokeApiToken: 'mutation';
  revokeApiTokens: 'mutation';
}

/** What the operations whose answer is a text over REST answer over tRPC. */
export interface TextOutputs {
  downloadArtifact: {
    fileName: string;
    content: string;
    version: number;
  };
}
