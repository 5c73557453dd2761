// Drawn from the contract by `npm run draw`. Do not edit.

import type { OperationName } from './operations.ts';

/** What operations answer: `text`, a `list`, or an object that has these lists, or these texts (!). All others: any object. */
export const answers: Readonly<Partial<Record<OperationName, string>>> = {
  ask: 'results',
  askByQuery: 'results',
  createSpace: 'ownerPrivateKey!',
  getSpace: 'participants artifacts',
  exportSpace: 'text',
  getMySpaceKey: 'privateKey!',
  createInvitation: 'publicInvitationKey!',
  listInvitations: 'invitations',
  joinSpace: 'participantId!',
  rotateKey: 'privateKey!',
  sendMessage: 'participants artifacts',
  listMessages: 'messages participants artifacts',
  streamMessages: 'text',
  listDeliveries: 'deliveries',
  renewDelivery: 'participantId!',
  settleDelivery: 'participantId!',
  releaseDelivery: 'participantId!',
  withdrawDelivery: 'participantId!',
  getPushKey: 'publicKey!',
  listArtifacts: 'artifacts',
  downloadArtifact: 'text',
  listArtifactVersions: 'versions',
  diffArtifact: 'hunks',
  createProposal: 'to',
  listProposals: 'proposals',
  rebaseProposal: 'to',
  listFiles: 'files',
  downloadFile: 'text',
  downloadLinkedFile: 'text',
  listMySpaces: 'list',
  listApiTokens: 'list',
};
