import type { FactName } from '@parley/core';
import { sql, type SQL } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';

/** Instants are whole milliseconds since 1970: the resolution that callers see, and the same number in every driver. */
const ms = (name: string) => bigint(name, { mode: 'number' });

export const spaces = pgTable(
  'spaces',
  {
    spaceId: uuid('space_id').primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    agenda: text('agenda'),
    privacy: text('privacy', { enum: ['public', 'private'] }).notNull(),
    createdAt: ms('created_ms').notNull(),
    expiresAt: ms('expires_ms').notNull(),
    endedAt: ms('ended_ms'),
    endReason: text('end_reason', { enum: ['closed', 'expired'] }),
    agentBudget: integer('agent_budget'),
  },
  (table) => [
    index('spaces_ended')
      .on(table.endedAt)
      .where(sql`ended_ms is not null`),
  ],
);

/** The row that every write of a space updates: its fence (`rev`), its sequence and its clock. */
export const spaceHeads = pgTable(
  'space_heads',
  {
    spaceId: uuid('space_id').primaryKey(),
    rev: bigint('rev', { mode: 'number' }).notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    lastMs: ms('last_ms').notNull(),
    closed: boolean('closed').notNull(),
    expiresAt: ms('expires_ms').notNull(),
    /** Size of everything that members stored in the space: event bodies, contents of artifacts, sealed answers. */
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    index('space_heads_due')
      .on(table.expiresAt)
      .where(sql`not closed`),
  ],
);

export const participants = pgTable(
  'participants',
  {
    spaceId: uuid('space_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    role: text('role').notNull(),
    isOwner: boolean('is_owner').notNull(),
    isHuman: boolean('is_human').notNull(),
    status: text('status', { enum: ['waitingForApproval', 'active', 'muted', 'left', 'kicked'] }).notNull(),
    keyHash: text('key_hash').notNull(),
    invitationId: uuid('invitation_id'),
    revealed: boolean('revealed').notNull(),
    endedAt: ms('ended_ms'),
    speaker: text('speaker', { enum: ['owner', 'human', 'agent', 'guest'] })
      .notNull()
      .default('guest'),
    keyGeneration: integer('key_generation').notNull().default(0),
    /** Separated by spaces, newest first. */
    formerKeyHashes: text('former_key_hashes').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.participantId] }),
    index('participants_by_key').on(table.keyHash),
    index('participants_live')
      .on(table.spaceId)
      .where(sql`ended_ms is null`),
    index('participants_gone')
      .on(table.spaceId, table.endedAt, table.position)
      .where(sql`ended_ms is not null`),
  ],
);

/** What participants have used of the agent budget since the last human message. */
export const spending = pgTable(
  'spending',
  {
    spaceId: uuid('space_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    messages: integer('messages').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.participantId] })],
);

/** When each participant was last seen, as far as its processes have stored it. Separate from the state, so `rev` does not count it. */
export const presence = pgTable(
  'presence',
  {
    spaceId: uuid('space_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    seenAt: ms('seen_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.participantId] })],
);

export const invitations = pgTable(
  'invitations',
  {
    spaceId: uuid('space_id').notNull(),
    keyHash: text('key_hash').notNull(),
    invitationId: uuid('invitation_id').notNull(),
    createdAt: ms('created_ms').notNull(),
    expiresAt: ms('expires_ms'),
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    role: text('role'),
    revokedAt: ms('revoked_ms'),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.keyHash] })],
);

export const artifacts = pgTable(
  'artifacts',
  {
    spaceId: uuid('space_id').notNull(),
    artifactId: uuid('artifact_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    bytes: integer('bytes').notNull().default(0),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: ms('created_ms').notNull(),
    updatedAt: ms('updated_ms').notNull(),
    lockedBy: uuid('locked_by'),
    lockedAt: ms('locked_ms'),
    lockExpiresAt: ms('lock_expires_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.artifactId] }),
    index('artifacts_lock_due')
      .on(table.lockExpiresAt)
      .where(sql`lock_expires_ms is not null`),
  ],
);

/** Separate from `artifacts`, so that a lock or a heartbeat never rewrites the content. */
export const artifactContents = pgTable(
  'artifact_contents',
  {
    spaceId: uuid('space_id').notNull(),
    artifactId: uuid('artifact_id').notNull(),
    version: integer('version').notNull(),
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.artifactId] })],
);

/** The first digits of a message's id, which its fact begins with: as few as identify it among the messages of a space. */
export const messageIdStart = (body: AnyPgColumn): SQL => sql`substr(${body}, 8, 8)`;

/** The event log. `body` is a fact as JSON; sequence and instant are columns. */
export const events = pgTable(
  'events',
  {
    spaceId: uuid('space_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    at: ms('at_ms').notNull(),
    event: text('event').$type<FactName>().notNull(),
    body: text('body').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.sequence] }),
    index('events_messages')
      .on(table.spaceId, table.at)
      .where(sql`event = 'message'`),
    index('events_message_ids')
      .on(table.spaceId, messageIdStart(table.body))
      .where(sql`event = 'message'`),
  ],
);

export const deliveries = pgTable(
  'deliveries',
  {
    spaceId: uuid('space_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    messageId: uuid('message_id').notNull(),
    /** Sequence of the message. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    senderId: uuid('sender_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    expects: text('expects', { enum: ['reply', 'ack', 'nothing'] }).notNull(),
    state: text('state', { enum: ['queued', 'claimed', 'done'] }).notNull(),
    outcome: text('outcome', { enum: ['replied', 'acknowledged', 'declined', 'failed', 'expired', 'withdrawn'] }),
    note: text('note'),
    attempt: integer('attempt').notNull(),
    claimedAt: ms('claimed_ms'),
    leaseId: uuid('lease_id'),
    leaseExpiresAt: ms('lease_expires_ms'),
    createdAt: ms('created_ms').notNull(),
    endedAt: ms('ended_ms'),
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.deliveryId] }),
    index('deliveries_received').on(table.spaceId, table.participantId, table.sequence),
    index('deliveries_received_open')
      .on(table.spaceId, table.participantId, table.sequence)
      .where(sql`state <> 'done'`),
    index('deliveries_between_open')
      .on(table.spaceId, table.participantId, table.senderId, table.sequence)
      .where(sql`state <> 'done'`),
    index('deliveries_claimed')
      .on(table.spaceId, table.participantId, table.senderId, table.claimedAt)
      .where(sql`claimed_ms is not null`),
    index('deliveries_sent').on(table.spaceId, table.senderId, table.sequence),
    index('deliveries_sent_open')
      .on(table.spaceId, table.senderId, table.sequence)
      .where(sql`state <> 'done'`),
    index('deliveries_lease_due')
      .on(table.leaseExpiresAt)
      .where(sql`state = 'claimed'`),
  ],
);

export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    spaceId: uuid('space_id').notNull(),
    /** Fingerprint of method, path, credential and Idempotency-Key. */
    scope: text('scope').notNull(),
    /** Fingerprint of the request, to distinguish a retry from another request. */
    digest: text('digest').notNull(),
    status: integer('status').notNull(),
    /** The response, encrypted with a key that is derived from the caller's credential. */
    sealed: text('sealed').notNull(),
    expiresAt: ms('expires_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.scope] }), index('idempotency_records_due').on(table.expiresAt)],
);

/** Humans, as their identity provider describes them: (issuer, subject) identifies the user. */
export const users = pgTable(
  'users',
  {
    userId: uuid('user_id').primaryKey(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    createdAt: ms('created_ms').notNull(),
  },
  (table) => [uniqueIndex('users_subject').on(table.issuer, table.subject)],
);

/** User tokens; the secret is stored only as its SHA-256. */
export const userTokens = pgTable(
  'user_tokens',
  {
    userId: uuid('user_id').notNull(),
    tokenId: uuid('token_id').notNull(),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: ms('created_ms').notNull(),
    lastUsedAt: ms('last_used_ms'),
    revokedAt: ms('revoked_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenId] }),
    uniqueIndex('user_tokens_hash').on(table.tokenHash),
    index('user_tokens_newest').on(table.userId, table.createdAt),
    index('user_tokens_working')
      .on(table.userId)
      .where(sql`revoked_ms is null`),
  ],
);

/** Which participants of which spaces a user is. Grants no access. */
export const memberships = pgTable(
  'memberships',
  {
    userId: uuid('user_id').notNull(),
    spaceId: uuid('space_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    createdAt: ms('created_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.spaceId, table.participantId] }),
    index('memberships_space').on(table.spaceId),
    index('memberships_newest').on(table.userId, table.createdAt),
  ],
);

/** Requests of agents to be linked to a human's dashboard; the device code is stored only as its SHA-256. */
export const linkRequests = pgTable(
  'link_requests',
  {
    deviceHash: text('device_hash').primaryKey(),
    userCode: text('user_code').notNull(),
    agentName: text('agent_name').notNull(),
    /** IP address of the agent, to show to the human. */
    ip: text('origin').notNull(),
    status: text('status', { enum: ['pending', 'approved', 'denied', 'consumed'] }).notNull(),
    userId: uuid('user_id'),
    createdAt: ms('created_ms').notNull(),
    expiresAt: ms('expires_ms').notNull(),
    polledAt: ms('polled_ms'),
  },
  (table) => [uniqueIndex('link_requests_code').on(table.userCode), index('link_requests_due').on(table.expiresAt)],
);

/** Where participants are notified, and what its receiver last answered, which the state of the space does not contain. */
export const wakes = pgTable(
  'wakes',
  {
    spaceId: uuid('space_id').notNull(),
    wakeId: uuid('wake_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    url: text('url').notNull(),
    /** How its receiver is notified in the format of A2A, sealed. */
    a2a: text('a2a'),
    createdAt: ms('created_ms').notNull(),
    verifiedAt: ms('verified_ms'),
    disabledAt: ms('disabled_ms'),
    answeredAt: ms('answered_ms'),
    /** Since when every request failed. */
    failingSince: ms('failing_since_ms'),
    /** Until when nothing new is sent, because the last request failed. */
    restsUntil: ms('rests_until_ms'),
    /** Whether its receiver accepted the last request soon. */
    isQuick: boolean('is_quick').notNull().default(false),
    lastError: text('last_error'),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.wakeId] })],
);

/** The outbox: requests to send to addresses outside, until they are accepted or their tries are used up. */
export const signals = pgTable(
  'signals',
  {
    spaceId: uuid('space_id').notNull(),
    signalId: uuid('signal_id').notNull(),
    /** What it is sent to, such as a wake address. */
    addressId: uuid('address_id').notNull(),
    /** It is sent to a receiver that has not agreed to receive anything. */
    isTrial: boolean('is_trial').notNull(),
    /** Its receiver accepted the last request soon: it does not wait for those that did not. */
    isQuick: boolean('is_quick').notNull().default(false),
    /** JSON. */
    body: text('body').notNull(),
    /** Of the first event that was stored with it. */
    sequence: bigint('sequence', { mode: 'number' }),
    tries: integer('tries').notNull(),
    createdAt: ms('created_ms').notNull(),
    /** When to send it next; while a process sends it, when that process has lost its lease. */
    dueAt: ms('due_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.signalId] }),
    index('signals_due').on(table.isTrial, table.isQuick, table.dueAt),
    index('signals_address').on(table.spaceId, table.addressId, table.createdAt),
  ],
);

/** Facts that all processes on this database share: one row. */
export const deployment = pgTable('deployment', {
  id: integer('id').primaryKey(),
  /** Identifies the secret that all keys are derived from, without revealing it. */
  secretFingerprint: text('secret_fingerprint').notNull(),
});
