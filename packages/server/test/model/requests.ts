import { call } from '@parley/testing';
import { inboundFrom, isWithRevocation, privacyFrom, termsFrom } from './meeting.ts';
import type { Ask } from './rules.ts';
import type { OperationName } from './steps.ts';

interface Shape {
  method: string;
  /** The path below the space; `*` is the id in the request. */
  path: string;
  body?: (text: string, ids: { owner: string; target: string }) => object;
}

/** The request of each operation, written from the tables of the specification. */
export const shapes: Record<OperationName, Shape> = {
  getSpace: { method: 'GET', path: '' },
  updateSpace: { method: 'PUT', path: '', body: (name) => ({ name, privacy: privacyFrom(name) }) },
  pauseSpace: { method: 'POST', path: '/pause', body: (reason) => ({ reason }) },
  resumeSpace: { method: 'POST', path: '/resume' },
  closeSpace: { method: 'DELETE', path: '' },
  createInvitation: { method: 'POST', path: '/invite', body: termsFrom },
  listInvitations: { method: 'GET', path: '/invitations' },
  revokeInvitation: { method: 'DELETE', path: '/invitations/*' },
  joinSpace: { method: 'POST', path: '/join', body: (name) => ({ name }) },
  getJoinStatus: { method: 'GET', path: '/join/*' },
  approveParticipant: { method: 'POST', path: '/participants/*/approve' },
  kickParticipant: {
    method: 'POST',
    path: '/participants/*/kick',
    body: (text) => ({ revokeInvitation: isWithRevocation(text) }),
  },
  muteParticipant: { method: 'POST', path: '/participants/*/mute' },
  unmuteParticipant: { method: 'POST', path: '/participants/*/unmute' },
  leaveSpace: { method: 'POST', path: '/leave' },
  sendMessage: { method: 'POST', path: '/messages', body: (content) => ({ content }) },
  directMessage: { method: 'POST', path: '/messages', body: (content, { owner }) => ({ content, to: [owner], expects: 'ack' }) },
  replyMessage: { method: 'POST', path: '/messages', body: (content, { target }) => ({ content, replyTo: target }) },
  claimDelivery: { method: 'POST', path: '/deliveries/claim', body: ({ length }) => ({ leaseSeconds: 3_600 - length }) },
  settleDelivery: { method: 'POST', path: '/deliveries/*/settle', body: (note) => ({ outcome: 'declined', note }) },
  releaseDelivery: { method: 'POST', path: '/deliveries/*/release' },
  withdrawDelivery: { method: 'POST', path: '/deliveries/*/withdraw' },
  acceptDelivery: { method: 'POST', path: '/deliveries/*/accept' },
  putInbound: { method: 'PUT', path: '/inbound', body: inboundFrom },
  listMessages: { method: 'GET', path: '/messages' },
  createArtifact: { method: 'POST', path: '/artifact', body: (text) => ({ name: text, type: 'markdown', content: text }) },
  listArtifacts: { method: 'GET', path: '/artifact' },
  getArtifact: { method: 'GET', path: '/artifact/*' },
  writeArtifact: { method: 'PATCH', path: '/artifact/*', body: (content) => ({ content }) },
  lockArtifact: { method: 'POST', path: '/artifact/*/lock' },
  heartbeatArtifactLock: { method: 'POST', path: '/artifact/*/lock/heartbeat' },
  unlockArtifact: { method: 'DELETE', path: '/artifact/*/lock' },
};

export interface Sent {
  ask: Ask;
  spaceId: string;
  /** After this instant, for listMessages. */
  since?: string | undefined;
  body?: object | undefined;
  idempotencyKey?: string | undefined;
}

export interface Reply {
  status: number;
  body: Record<string, unknown>;
  replayed: boolean;
}

export async function send(url: string, { ask, spaceId, since, body, idempotencyKey }: Sent): Promise<Reply> {
  const { method, path } = shapes[ask.operation];
  const query = since === undefined ? '' : `?timestamp=${encodeURIComponent(since)}`;
  const answer = await call<Reply['body']>({ url }, method, `/hub/space/${spaceId}${path.replace('*', ask.target)}${query}`, {
    ...(ask.key.kind !== 'nobody' && { key: ask.key.secret }),
    ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    body,
  });
  return { status: answer.status, body: answer.body, replayed: answer.headers.get('idempotency-replayed') === 'true' };
}
