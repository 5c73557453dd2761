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
export const ms = (name: string) => bigint(name, { mode: 'number' });

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

/** The first digits of a message's id, which its fact begins with: as few as identify it among the messages of a space. */
export const messageIdStart = (body: AnyPgColumn): SQL => sql`substr(${body}, 8, 8)`;

/** Backwards: the newest first, which the primary key cannot give, so that no plan reads that instead of the index of a few. */
export const backwards = (sequence: AnyPgColumn): SQL => sql`(-${sequence})`;

/** Messages of the owner and of humans, by the class of the speaker at its place in a fact. */
export const isOfPeople = sql`event = 'message' and substr(body, 107, 5) in ('owner', 'human')`;

/** Events that are rarer than messages and what becomes of them. */
export const isChange = sql`event not in ('message', 'delivery')`;

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
    index('events_of_people').on(table.spaceId, backwards(table.sequence)).where(isOfPeople),
    index('events_changes').on(table.spaceId, backwards(table.sequence)).where(isChange),
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
    /** Can manage the users of this server. */
    isAdministrator: boolean('is_administrator').notNull().default(false),
    /** Since when its sessions and tokens are refused. */
    disabledAt: ms('disabled_ms'),
    /** What becomes of its spaces. The row of a user who was removed has no personal data, and is deleted later. */
    removal: text('removal', { enum: ['deleted', 'erased', 'erased with messages'] }),
    /** Whether something of that remains to be done in its spaces. */
    isEnding: boolean('is_ending').notNull().default(false),
  },
  (table) => [
    uniqueIndex('users_subject').on(table.issuer, table.subject),
    index('users_disabled')
      .on(table.disabledAt)
      .where(sql`disabled_ms is not null`),
  ],
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

/** Facts that all processes on this database share: one row. */
export const deployment = pgTable('deployment', {
  id: integer('id').primaryKey(),
  /** Identifies the secret that all keys are derived from, without revealing it. */
  secretFingerprint: text('secret_fingerprint').notNull(),
  /** What a space that moves here is addressed to. */
  serverId: uuid('server_id').notNull().defaultRandom(),
});

/**
 * The last move of each space that has left this server or arrived here. It outlives the space, so that no old file of it can be
 * imported later.
 */
export const moves = pgTable('moves', {
  movedId: uuid('moved_space_id').primaryKey(),
  /** Counts the moves of the space, on whichever servers. */
  number: integer('number').notNull(),
  /** `leaving`: nothing can be written here, and no file can be imported yet; `left`: a complete file can exist; `arriving`: an import has begun. */
  state: text('state', { enum: ['leaving', 'left', 'arriving', 'here'] }).notNull(),
  /** The server to which it leaves, or has left. */
  toServer: uuid('to_server').notNull(),
  at: ms('at_ms').notNull(),
});
