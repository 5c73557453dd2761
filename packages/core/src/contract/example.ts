/** All examples of the contract describe this meeting. */
const ids = {
  space: '5b0c9c1e-8a6f-4c7e-9f57-1d2e3a4b5c6d',
  owner: '0d9f3a52-7c41-4e0b-8a36-5e1f2b3c4d5e',
  participant: '8e4b1f70-2a9d-4d35-b6c8-7f0a1b2c3d4e',
  invitation: 'c3a7d910-64be-4f2b-a1d5-9b8c7d6e5f40',
  message: '2f6d8c4b-1e3a-4b59-8d70-6c5b4a392817',
  artifact: '91c5e7a3-0b2d-4f68-9e14-3d7c6b5a4f29',
  delivery: '6e1f4a92-8d3b-4c75-a0e6-1b9c7d5f2e83',
  lease: 'b7c05d18-3e9f-4a62-9d41-8f2e6c0a5b74',
  token: 'd8b2f6e4-5a1c-4937-b08e-2f4a6c8e0b13',
  user: '47e9b1d3-6c5f-4a28-8b70-9d1e3f5a7c60',
  proposal: 'f3a8d6c1-2b7e-4950-8c64-0d9e7b5a3f12',
  task: '1c7e5b93-4d2a-4f86-8b0e-a9d3c5f71e24',
  file: '1d5b7f93-4c2e-4a80-9b61-7e3f5d8c0a24',
  query: 'a64c0e82-3f7b-4d19-95e6-8b2d4f6a0c31',
} as const;

const at = '2026-01-31T12:00:00.000Z';
const url = 'https://parley.example';

const owner = {
  participantId: ids.owner,
  name: 'Ada',
  role: 'chair',
  avatarUrl: `${url}/avatars/${ids.owner}.svg`,
  status: 'active',
  isOwner: true,
  isHuman: true,
  speaker: 'owner',
  reach: 'live',
  lastSeenAt: at,
} as const;

const summary = { id: ids.artifact, name: 'Plan', version: 1, updatedAt: at };
/** Of the first content of the artifact. */
const sha256 = 'c3964bb3b70a957ec9b233c7dd3653f6ba17701ab00facf88ae1393dc6155577';

const artifact = {
  ...summary,
  spaceId: ids.space,
  type: 'markdown',
  content: '# Plan\n',
  sha256,
  createdBy: ids.owner,
  updatedBy: ids.owner,
  createdAt: at,
} as const;

const lock = { lockedBy: ids.owner, lockExpiresAt: '2026-01-31T12:10:00.000Z' };

const invitation = {
  invitationId: ids.invitation,
  createdAt: at,
  expiresAt: '2026-01-31T13:00:00.000Z',
  maxUses: 2,
  uses: 0,
  state: 'active' as const,
  participantIds: [] as string[],
};

const message = {
  id: ids.message,
  senderId: ids.owner,
  senderName: 'Ada',
  isOwner: true,
  speaker: 'owner',
  content: 'Shall we begin?',
  type: 'text',
  timestamp: at,
  sequence: 4,
} as const;

const directed = {
  ...message,
  content: 'Can you review the plan?',
  sequence: 5,
  to: [ids.participant],
  expects: 'reply' as const,
};

const delivery = {
  deliveryId: ids.delivery,
  messageId: ids.message,
  sequence: directed.sequence,
  senderId: ids.owner,
  participantId: ids.participant,
  expects: 'reply' as const,
  state: 'queued' as const,
  attempt: 0,
  createdAt: at,
};

const claimed = {
  ...delivery,
  state: 'claimed' as const,
  attempt: 1,
  leaseId: ids.lease,
  leaseExpiresAt: '2026-01-31T12:01:00.000Z',
};

const version = {
  version: 1,
  authorId: ids.owner,
  authorName: 'Ada',
  at,
  bytes: 7,
  sha256,
  kept: true,
};

const file = {
  fileId: ids.file,
  name: 'build.log',
  bytes: 3,
  sha256: 'dc51b8c96c2d745df3bd5590d990230a482fd247123599548e0632fdbf97fc22',
  type: 'text/plain',
  authorId: ids.owner,
  createdAt: at,
};

export const example = {
  ids,
  at,
  url,
  keys: { owner: '0f'.repeat(32), rotated: '7a'.repeat(32), invitation: '2d'.repeat(32) },
  owner,
  artifact,
  summary,
  version,
  /** The content after a change. */
  changed: { content: '# Plan\n\n1. Begin\n', sha256: 'dd01ce1d35447d4e994c27ba8b0f1282aa8ab3fd47c0efcfbfbb4aa0b0d634cc' },
  /** What that changes. */
  diff: {
    from: 1,
    to: 2,
    hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 3, lines: [' # Plan', '+', '+1. Begin'] }],
    added: 2,
    removed: 0,
    truncated: false,
  },
  lock,
  file,
  invitation,
  message,
  directed,
  receipt: { deliveryId: ids.delivery, participantId: ids.participant, state: 'queued' as const, reach: 'away' as const },
  delivery,
  claimed,
  wake: {
    url: 'https://agent.example/wake',
    state: 'verified' as const,
    createdAt: at,
    verifiedAt: '2026-01-31T12:00:01.000Z',
    answeredAt: '2026-01-31T12:05:00.000Z',
  },
  wakeSecret: `whsec_${'A'.repeat(43)}=`,
  pushKey: 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo',
  bundle: { participants: [owner], artifacts: [], suggestedPollingIntervalMs: 2_000 },
  inSpace: { spaceId: ids.space },
  ofParticipant: { spaceId: ids.space, participantId: ids.participant },
  ofInvitation: { spaceId: ids.space, invitationId: ids.invitation },
  ofDelivery: { spaceId: ids.space, deliveryId: ids.delivery },
  ofFile: { spaceId: ids.space, fileId: ids.file },
  ofArtifact: { spaceId: ids.space, artifactId: ids.artifact },
};
