import { getTableColumns, getTableName, type AnyColumn } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../src/engine/store/database.ts';
import { measureStore } from '../src/engine/store/measures.ts';
import { tables } from '../src/resources/index.ts';
import { deployment, events, idempotencyRecords, spaceHeads, users } from '../src/engine/store/schema.ts';
import { storesOf } from './stores.ts';
import { tablesOfASpace } from './rows.ts';

/** Fixed, so that two databases are filled alike and agree on the order. */
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const open = [1, 2, 3].map(id) as [string, string, string];
const ended = id(4);
const other = id(9);
const [here, there] = open;
/** Between what has expired (at 1) and what has not (at 99). */
const now = 50;

/** Everything that reads or changes rows of spaces. Accounts and users are on the coordinator, in tables of their own. */
const storesAt = (database: Database) => {
  const { accounts: _accounts, directory: _directory, users: _users, ...stores } = storesOf(database);
  return { ...stores, measures: measureStore(database.background) };
};
type Stores = ReturnType<typeof storesAt>;
type Operation = (...given: never[]) => Promise<unknown>;
/** The arguments of every operation: the compiler demands those of a new one. */
type Calls = {
  [Store in keyof Stores]: {
    [Name in keyof Stores[Store] as Stores[Store][Name] extends Operation ? Name : never]: Stores[Store][Name] extends Operation
      ? Parameters<Stores[Store][Name]>
      : never;
  };
};

const said = (spaceId: string) =>
  `{"id":"${spaceId}","senderId":"${spaceId}","speaker":"owner","participantId":"${spaceId}","content":"x","type":"text"}`;
const portion = { events: 10, bytes: 10_000 };
const place = { spaceId: here, participantId: here, after: 0, limit: 10, now };
const author = { spaceId: here, participantId: here, after: id(0), limit: 10 };
const span = { spaceId: here, after: 0, before: 99 };
const patterns = { letters: ['x'], beginnings: [] };
const wanted = { spaceId: here, patterns };
const searched = { rows: 10, bytes: 10_000, matches: 10 };
const file = { spaceId: here, fileId: here };
const address = { spaceId: here, addressId: here };
const signal = { spaceId: here, signalId: here, addressId: here, leaseUntil: 60 };
const claimed = { ...signal, isTrial: false, isQuick: false, body: 'x', sequence: undefined, createdAt: 1, tries: 1 };
const webhook = { spaceId: here, webhookId: 'x' };
const newWebhook = {
  ...{ spaceId: here, webhookId: 'z', participantId: here, tokenHash: null, keyHash: 'x', name: 'x', about: null, url: 'x' },
  ...{ secrets: 'x', cursor: 1, createdAt: 1, expiresAt: 99, isQuick: true },
};
const comment = { commentId: here, artifactId: here, version: 1, authorId: here, authorName: 'x', createdAt: 1 };
const busy = { spaces: [], addresses: [] };
const record = { scope: 'of a user', digest: '', status: 200, sealed: '', expiresAt: 99 };
const token = { userId: here, tokenId: id(11), name: 'x', prefix: 'x', tokenHash: 'x', createdAt: 1 };
const visitor = { userId: other, issuer: 'x', subject: '', name: '', email: '', createdAt: 1 };
const link = { deviceHash: 'x', userCode: 'x', agentName: 'x', ip: 'x', createdAt: 1, expiresAt: 1 };
const disabled = { userId: other, disabledAt: 1, removal: undefined };
const membership = { spaceId: here, participantId: here };
const pending = { ...link, status: 'pending', userId: undefined, polledAt: undefined } as const;
const approved = { ...pending, status: 'approved', userId: other } as const;

/** In the order in which they are called: `purge` is last. */
const calls: Calls = {
  artifacts: {
    find: [here, here],
    findDeleted: [here, other],
    named: [here, 'x'],
    deleted: [here, 10],
    some: [here, [here, other]],
    matching: [here, [here, other], patterns],
    spacesWithLocksDue: [now, 10],
  },
  versions: {
    find: [here, here, 1],
    page: [here, here, 9, 10],
    kept: [here, here, { after: 0, upTo: 9, most: 10 }],
    beyond: [{ versions: 1, bytes: 1 }, 10],
  },
  proposals: { find: [here, here], page: ['open', { ...place, artifactId: here, before: 99 }] },
  comments: {
    matching: [wanted, 9, searched],
    find: [here, here],
    withTexts: [here, [comment]],
    written: [author],
    thread: [here, here],
    page: ['open', { ...place, artifactId: here, before: 99 }],
  },
  tasks: {
    find: [here, here],
    matching: [wanted, 9, searched],
    page: ['open', { ...place, before: 99, mine: { participantId: here, now } }],
    written: [author],
    spacesWithLeasesDue: [now, 10],
  },
  decisions: {
    find: [here, here],
    matching: [wanted, 9, searched],
    texts: [here, here],
    count: [here],
    pinned: [here, here],
    written: [author],
    writtenReasons: [author],
    page: ['open', { ...place, before: 99, mine: here }],
    spacesDue: [now, 10],
    openCount: [0],
    spacesLeft: [0, 10],
  },
  catchUp: {
    ofPeople: [span, { rows: 10, bytes: 10_000 }],
    changes: [span, { rows: 10, bytes: 10_000 }],
    directed: [{ ...span, participantId: here }, 10],
    some: [here, [1, 2, 3], 100_000],
    count: [here, 1, 99, 10],
    sentBy: [here, here, [here, other]],
  },
  events: {
    sequenceOf: [here, here],
    firstSince: [here, 0],
    repeating: [here, here, 1],
    newestMessages: [here, 9, { ...portion, longest: 10, beginning: 5 }],
    endOf: [here, here, 1],
    after: [here, 0, 9, portion],
    messagesSince: [here, 0, portion],
    messagesAfter: [here, 0, portion],
  },
  pastEvents: { of: [here, { after: 0, before: 9, isForward: false }, ['message'], portion] },
  messages: { spacesWithExpired: [now, 10], matching: [wanted, 9, searched] },
  heads: { find: [open], expired: [now, 10] },
  memberships: { of: [other, { limit: 10 }], spaceOf: [there], in: [other, here] },
  endings: {
    users: [0],
    memberships: [disabled, 10],
    ended: [disabled, membership],
    unlink: [disabled, { ...membership, spaceId: there }],
    messages: [here, here, 0, 10],
    settle: [disabled],
  },
  over: {
    erase: [
      here,
      {
        changes: { taskTexts: [{ taskId: here, text: '', bytes: 0 }] },
        erasures: [{ sequence: 1, before: said(here), after: said(here).replace('"content":"x"', '"content":""') }],
      },
    ],
  },
  names: { replace: [here, here, 'y'] },
  deployment: { keep: ['x'], fingerprint: [], serverId: [], newestKey: [] },
  measures: { bytes: [] },
  presence: { store: [open.map((spaceId) => ({ spaceId, participantId: other, at: now }))], find: [open] },
  wakes: {
    find: [here, here],
    answered: [here, here, now, true],
    rest: [here, here, now],
    failed: [{ spaceId: here, wakeId: here, now, lastError: 'x', restMs: { least: 1, most: 9 } }],
  },
  deliveries: {
    received: ['queued', place],
    sent: ['open', place],
    find: [here, here],
    some: [here, [here, other]],
    ofMessage: [here, here, 1],
    claimable: [place],
    openBetween: [here, here, [here, other]],
    openCount: [here, here],
    heldCount: [here, here],
    spacesWithLeasesDue: [now, 10],
    lapsed: [here, now, 10],
    leased: [here],
    abandoned: [here, 10],
    spacesWithAbandoned: [0, 10],
    dropLeases: [now, 10],
    oldestQueued: [0],
  },
  outbox: {
    claim: [{ now, leaseUntil: 60, isTrial: false, isQuick: false, busy, limit: 10 }],
    postpone: [claimed, 1, now, false],
    rest: [address, now, 70, false],
    resume: [address, now, 70, false],
    release: [address, now, false],
    prune: [1],
    isPaused: [here],
    remove: [claimed],
    removeAll: [{ spaceId: there, addressId: there }],
  },
  webhooks: {
    find: [here, 'x', now],
    receiver: [here, here, 'x', now],
    others: [{ spaceId: here, webhookId: 'y' }, here, now],
    // All spaces have expired by now.
    put: [newWebhook, 0, { perParticipant: 9, perSpace: 9 }],
    tokens: ['', 10],
    ofToken: ['x'],
    claim: [{ now, leaseUntil: 60, isQuick: false, busy: [], limit: 10 }],
    accepted: [
      { ...webhook, dueAt: 60 },
      { cursor: 2, dueAt: 61, now, isQuick: true },
    ],
    advance: [
      { ...webhook, dueAt: 61 },
      { cursor: 3, until: 62 },
    ],
    failed: [
      { ...webhook, dueAt: 62 },
      { now, lastError: 'x', rest: { least: 1, most: 9 } },
    ],
    release: [{ ...webhook, dueAt: now + 1 }, 70],
    forget: [{ spaceId: there, webhookId: 'x', keyHash: there, tokenHash: 'x' }],
    remove: [{ spaceId: here, webhookId: 'z' }],
    removeExpired: [now, 10],
  },
  fileBytes: { put: [file, 1, Buffer.from('bytes')], get: [file, 1], remove: [{ spaceId: here, fileId: other }] },
  files: {
    openLinks: [here, now],
    findLink: [{ spaceId: here, fileId: here }, 'open'],
    takeLink: [here, 'open'],
    removeExpiredLinks: [now, 10],
    spacesWithUploadsDue: [now, 10],
    removed: [10],
    forget: [{ spaceId: here, fileId: other }],
  },
  idempotency: { find: [here, ['x', 'y']], removeExpired: [now, 10] },
  tokens: {
    add: [token, record],
    byHash: ['x'],
    used: [{ ...token, lastUsedAt: null, revokedAt: null }, now],
    of: [here, { limit: 10, state: 'working' }],
    revoke: [here, token.tokenId, now, { ...record, scope: 'revokes' }],
    revokeAll: [here, now, { ...record, scope: 'revokes all' }],
  },
  links: {
    add: [link],
    byCode: ['x'],
    byDevice: ['x'],
    replace: [pending, approved, { token: { ...token, tokenId: id(12), tokenHash: 'y' }, record: { ...record, scope: 'links' } }],
    decidedBy: [other],
    removeExpired: [now, 10],
  },
  spaces: { load: [here], endedBefore: [now, 10, now], purge: [ended, portion] },
};

/** Their order is not promised. */
const unordered = new Set([
  'presence.find',
  'outbox.claim',
  'webhooks.ofToken',
  'webhooks.claim',
  'heads.find',
  'deliveries.leased',
  'deliveries.spacesWithAbandoned',
  'decisions.spacesLeft',
]);
/** These only do something. */
const silent = new Set([
  'presence.store',
  'wakes.rest',
  'fileBytes.put',
  'fileBytes.remove',
  'files.forget',
  'tokens.used',
  'links.add',
  'endings.ended',
  'endings.unlink',
  'endings.settle',
]);
/** What differs from one database to another. */
const different = new Set(['measures.bytes', 'deployment.serverId']);

function anyValue(column: AnyColumn, spaceId: string): unknown {
  const { enumValues, notNull } = column;
  if (enumValues?.length) return enumValues[0];
  const type = column.getSQLType();
  if (type === 'uuid') return spaceId;
  if (type === 'boolean') return false;
  if (type === 'text') return 'x';
  return notNull || type !== 'bigint' ? 1 : null;
}

type Values = Record<string, unknown>;

/** A row of each table of spaces, in which everything that has an end is open and everything that expires has expired, and what that lacks. */
async function fill({ reads }: Database): Promise<void> {
  const add = (table: PgTable, spaceId: string, values: Values) => {
    const columns = Object.entries(getTableColumns(table)).filter(([, { name }]) => name !== 'bytes' || table !== chunks);
    const row = Object.fromEntries(columns.map(([property, column]) => [property, anyValue(column, spaceId)]));
    return reads.insert(table).values({ ...row, spaceId, ...values } as never);
  };
  const chunks = tables.of('fileChunks').table;
  const due: Record<string, Values> = {
    space_heads: { sequence: 3 },
    artifacts: { lockExpiresAt: 1, oldVersions: 60 },
    tasks: { leaseExpiresAt: 1, evidence: null, endState: null, endedBy: null, redacted: null },
    decisions: {
      ...{ expiresAt: 1, options: '[]', voters: '[]', answers: '{}' },
      ...{ endState: null, outcome: null, endedBy: null, statement: null, redacted: null },
    },
    decision_texts: { voterId: here, redacted: null },
    proposals: { endState: null, endedBy: null },
    comments: { replyTo: null, resolvedBy: null, redacted: null },
    proposed_changes: { change: '{}' },
    spaces: { endReason: null, pausedAt: null },
    participants: { inbound: null },
    deliveries: { outcome: null, leaseId: null },
    files: { sha256: '', expiresAt: 1 },
    file_links: { expiresAt: 1 },
    wakes: { verifiedAt: 1 },
    webhooks: { expiresAt: 99 },
    memberships: { userId: other },
  };
  for (const [i, spaceId] of open.entries()) {
    for (const table of tablesOfASpace) {
      if (table === events || table === chunks) continue;
      const columns = getTableColumns(table);
      await add(table, spaceId, {
        ...('keyHash' in columns && { keyHash: spaceId }),
        ...('createdAt' in columns && { createdAt: i + 1 }),
        ...due[getTableName(table)],
      });
    }
    const body = said(spaceId);
    await add(events, spaceId, { sequence: 1, event: 'message', body });
    await add(events, spaceId, { sequence: 2, at: 2, event: 'message', body: said(other) });
    await add(events, spaceId, { sequence: 3, at: 3, event: 'participant-status', body });
    await add(tables.of('participants').table, spaceId, { participantId: other, endedAt: 2, keyHash: other, inbound: null });
    await add(tables.of('artifacts').table, spaceId, { artifactId: other, deletedAt: 1 });
    await add(tables.of('versions').table, spaceId, { artifactId: other });
    await add(tables.of('files').table, spaceId, { fileId: other, removedAt: i + 1 });
    await add(tables.of('fileLinks').table, spaceId, { linkHash: 'open', expiresAt: 99 });
    await add(tables.of('deliveries').table, spaceId, {
      ...{ deliveryId: other, senderId: other, sequence: 2 },
      ...{ state: 'claimed', leaseExpiresAt: 1, claimedAt: 1 },
    });
    await add(tables.of('deliveries').table, spaceId, {
      ...{ deliveryId: ended, senderId: other, sequence: 3 },
      ...{ state: 'held', outcome: null, leaseId: null, leaseExpiresAt: null, claimedAt: null },
    });
    await add(tables.of('signals').table, spaceId, { signalId: other, dueAt: 99, tries: 0 });
    await add(tables.of('webhooks').table, spaceId, { webhookId: 'expired', keyHash: 'x', expiresAt: 1 });
    await add(idempotencyRecords, spaceId, { scope: 'y' });
  }
  await add(spaceHeads, ended, { closed: true });
  await add(tables.of('spaces').table, ended, { endedAt: 1 });
  await add(tables.of('deliveries').table, ended, { state: 'claimed', leaseExpiresAt: 1 });
  await add(events, ended, { sequence: 1 });
  await reads.insert(users).values({ ...visitor, isEnding: true, removal: 'deleted', disabledAt: 1 });
  await reads.insert(users).values({ ...visitor, userId: here, subject: 'x' });
  await reads.delete(deployment);
}

/** What every operation of the store answers on an empty database that is filled first, and what is stored in the end. */
export async function answersOf(database: Database): Promise<Record<string, unknown>> {
  await fill(database);
  const answers: Record<string, unknown> = {};
  const stores = storesAt(database) as unknown as Record<string, Record<string, (...given: unknown[]) => Promise<unknown>>>;
  for (const [store, operations] of Object.entries(calls as Record<string, Record<string, unknown[]>>)) {
    for (const [name, given] of Object.entries(operations)) {
      const operation = `${store}.${name}`;
      const answer = await stores[store]![name]!(...given).catch((error: Error) => ({ error: error.message }));
      if (!different.has(operation)) answers[operation] = unordered.has(operation) ? sorted(answer) : answer;
    }
  }
  for (const table of tablesOfASpace) {
    const name = getTableName(table);
    const [row] = await database.background.query(`select json_agg(t order by t::text)::text from ${name} t`);
    answers[name] = JSON.parse(String(row![0]));
  }
  return answers;
}

/** Every array in the order of its texts. */
const sorted = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer ?? null), (_, value: unknown) =>
    Array.isArray(value) ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value,
  );

/** Operations that failed or found nothing, although they answer with what they find: they prove nothing. */
export const emptyAnswers = (answers: Record<string, unknown>): string[] =>
  Object.entries(answers).flatMap(([name, answer]) => {
    const isEmpty = answer === 0 || answer === null || (Array.isArray(answer) && answer.length === 0);
    const hasFailed = typeof answer === 'object' && answer !== null && 'error' in answer;
    return isEmpty || hasFailed || (answer === undefined && !silent.has(name)) ? name : [];
  });
