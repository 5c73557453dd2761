import type { Artifact, DraftedEvent, Invitation, Participant, Space, SpaceState } from '@parley/core';
import type { Content } from './artifacts.ts';
import type { Connection } from './connection.ts';
import type { Head } from './heads.ts';
import { recordColumns, recordRow, type IdempotencyRecord } from './idempotency.ts';
import {
  artifactColumns,
  artifactRow,
  invitationColumns,
  invitationRow,
  participantColumns,
  participantRow,
  spaceColumns,
  spaceRow,
} from './rows.ts';
import { columnNames, Statement, type Columns } from './statement.ts';

/** Tells a user's dashboard who the user is in a space. */
export interface Membership {
  userId: string;
  participantId: string;
}

/** A space that is new. */
export interface Creation {
  state: SpaceState;
  memberships: readonly Membership[];
}

export interface StorableEvent {
  event: DraftedEvent['event'];
  audience: DraftedEvent['audience'];
  /** JSON without sequence and timestamp. */
  body: string;
}

/** What one turn of a space wants stored: all of it, or nothing if another process changed the space first. */
export interface SpaceCommit {
  spaceId: string;
  /** The state it was decided on. */
  rev: number;
  /** Whether the state is another one afterwards. */
  bumps: boolean;
  /** Set by expiry alone: the fence then asks that the time is over, else that it is not. */
  past: boolean;
  space?: Space | undefined;
  participants: readonly Participant[];
  artifacts: readonly Artifact[];
  contents: readonly Content[];
  invitations: readonly Invitation[];
  forgotten: readonly Invitation[];
  memberships: readonly Membership[];
  events: readonly StorableEvent[];
  records: readonly IdempotencyRecord[];
  /** The bytes it adds, and the least and the most that may be stored before. */
  room: { readonly bytes: number; readonly least: number; readonly most: number };
}

export interface Batch {
  now: number;
  creations: readonly Creation[];
  commits: readonly SpaceCommit[];
}

/**
 * Stores a batch in one statement, which is one transaction. Answers the new heads of the spaces that passed the fence;
 * a space that is missing stored nothing.
 */
export async function commit(connection: Connection, batch: Batch): Promise<Map<string, Head>> {
  const { now, creations } = batch;
  const commits = batch.commits.toSorted((a, b) => (a.spaceId < b.spaceId ? -1 : 1));
  const statement = new Statement();
  const passed: string[] = [];
  if (commits.length) passed.push(fence(statement, commits, now));
  if (creations.length) passed.push(open(statement, creations));
  statement.part('passed', passed.map((name) => `select space_id, rev, sequence, last_ms from ${name}`).join(' union all '));
  logEvents(statement, commits);
  keepRecords(statement, commits);
  saveParticipants(statement, commits, creations);
  saveArtifacts(statement, commits);
  saveContents(statement, commits);
  saveInvitations(statement, commits);
  forgetInvitations(statement, commits);
  saveMemberships(statement, batch);
  saveSpaces(statement, commits);
  const rows = await connection.query(statement.text('select * from passed'), statement.params);
  return new Map(rows.map(([spaceId, rev, sequence, lastMs]) => [spaceId as string, { spaceId, rev, sequence, lastMs } as Head]));
}

/** Spaces come in the order of their ids, and so do the locks on their heads: two processes never wait for each other. */
function fence(statement: Statement, commits: readonly SpaceCommit[], now: number): string {
  let first = 1;
  const wanted = statement.unnest(
    'w',
    'space_id uuid, rev bigint, first int, events int, bump int, past boolean, closes boolean, bytes bigint, least bigint, most bigint',
    commits.map((c) => {
      const { bytes, least, most } = c.room;
      const row = [
        c.spaceId,
        c.rev,
        first,
        c.events.length,
        c.bumps ? 1 : 0,
        c.past,
        c.space?.end !== undefined,
        bytes,
        least,
        most,
      ];
      first += c.events.length;
      return row;
    }),
  );
  const at = `${statement.bind(now)}::bigint`;
  statement.part(
    'fenced',
    `update space_heads h set rev = h.rev + w.bump, sequence = h.sequence + w.events, closed = w.closes, bytes = greatest(h.bytes + w.bytes, 0),
     last_ms = case w.events when 0 then h.last_ms else greatest(h.last_ms + 1, ${at}) + w.events - 1 end
     from ${wanted} where h.space_id = w.space_id and h.rev = w.rev and not h.closed
     and greatest(h.bytes, 0) between w.least and w.most and (h.expires_ms <= ${at}) = w.past${unlessSeen(statement, commits)}
     returning h.space_id, h.rev, h.sequence, h.last_ms, w.first, w.events`,
  );
  return 'fenced';
}

/** A space one of whose writes was stored before does not pass: the retry is then answered from the record. */
function unlessSeen(statement: Statement, commits: readonly SpaceCommit[]): string {
  const scopes = commits.flatMap(({ spaceId, records }) => records.map(({ scope }) => [spaceId, scope]));
  if (scopes.length === 0) return '';
  return ` and not exists (select from ${statement.unnest('s', 'space_id uuid, scope text', scopes)}
    join idempotency_records r on r.space_id = s.space_id and r.scope = s.scope where s.space_id = w.space_id)`;
}

function open(statement: Statement, creations: readonly Creation[]): string {
  const rows = creations.map(({ state }) => spaceRow(state.space));
  statement.part(
    'created',
    `insert into spaces (${columnNames(spaceColumns)}) select * from ${statement.records('c', spaceColumns, rows)} returning *`,
  );
  statement.part(
    'opened',
    `insert into space_heads (space_id, rev, sequence, last_ms, closed, expires_ms)
     select space_id, 1, 0, created_ms, false, expires_ms from created returning space_id, rev, sequence, last_ms`,
  );
  return 'opened';
}

/** Each space takes its slice of the events: a join would compare every event with every space. */
function logEvents(statement: Statement, commits: readonly SpaceCommit[]): void {
  const events = commits.flatMap((c) => c.events);
  if (events.length === 0) return;
  const slice = (values: readonly string[]) => `${statement.lines(values)}[f.first:f.first + f.events - 1]`;
  const slices = [events.map((e) => e.event), events.map((e) => e.audience), events.map((e) => e.body)].map(slice);
  statement.part(
    'logged',
    `insert into events (space_id, sequence, at_ms, event, audience, body)
     select f.space_id, f.sequence - f.events + e.n, f.last_ms - f.events + e.n, e.event, e.audience, e.body
     from fenced f, unnest(${slices.join(', ')}) with ordinality as e(event, audience, body, n)`,
  );
}

function keepRecords(statement: Statement, commits: readonly SpaceCommit[]): void {
  const rows = commits.flatMap(({ spaceId, records }) => records.map((record) => recordRow(spaceId, record)));
  if (rows.length) insert(statement, 'idempotency_records', recordColumns, statement.unnest('r', recordColumns, rows));
}

function saveParticipants(statement: Statement, commits: readonly SpaceCommit[], creations: readonly Creation[]): void {
  const rows = [
    ...commits.flatMap((c) => c.participants.map((participant) => participantRow(participant, c.spaceId))),
    ...creations.flatMap(({ state }) => [...state.participants.values()].map((p) => participantRow(p, state.space.spaceId))),
  ];
  save(
    statement,
    'participants',
    participantColumns,
    rows,
    `on conflict (space_id, participant_id) do update
     set status = excluded.status, revealed = excluded.revealed, ended_ms = excluded.ended_ms`,
  );
}

function saveArtifacts(statement: Statement, commits: readonly SpaceCommit[]): void {
  save(
    statement,
    'artifacts',
    artifactColumns,
    commits.flatMap((c) => c.artifacts.map((artifact) => artifactRow(artifact, c.spaceId))),
    `on conflict (space_id, artifact_id) do update
     set version = excluded.version, bytes = excluded.bytes, updated_by = excluded.updated_by, updated_ms = excluded.updated_ms,
     locked_by = excluded.locked_by, locked_ms = excluded.locked_ms, lock_expires_ms = excluded.lock_expires_ms`,
  );
}

function saveContents(statement: Statement, commits: readonly SpaceCommit[]): void {
  const rows = commits.flatMap(({ spaceId, contents }) =>
    contents.map(({ artifactId, version, content }) => ({ space_id: spaceId, artifact_id: artifactId, version, content })),
  );
  save(
    statement,
    'artifact_contents',
    'space_id uuid, artifact_id uuid, version int, content text',
    rows,
    'on conflict (space_id, artifact_id) do update set version = excluded.version, content = excluded.content',
  );
}

function saveInvitations(statement: Statement, commits: readonly SpaceCommit[]): void {
  save(
    statement,
    'invitations',
    invitationColumns,
    commits.flatMap((c) => c.invitations.map((invitation) => invitationRow(invitation, c.spaceId))),
    'on conflict (space_id, key_hash) do update set uses = excluded.uses, revoked_ms = excluded.revoked_ms',
  );
}

function forgetInvitations(statement: Statement, commits: readonly SpaceCommit[]): void {
  const rows = commits.flatMap(({ spaceId, forgotten }) => forgotten.map(({ keyHash }) => [spaceId, keyHash]));
  if (rows.length === 0) return;
  statement.part(
    'forgotten',
    `delete from invitations i using ${statement.unnest('g', 'space_id uuid, key_hash text', rows)}
     join passed on passed.space_id = g.space_id where i.space_id = g.space_id and i.key_hash = g.key_hash`,
  );
}

function saveMemberships(statement: Statement, { commits, creations, now }: Batch): void {
  const row = (spaceId: string) => (each: Membership) => ({
    user_id: each.userId,
    space_id: spaceId,
    participant_id: each.participantId,
    created_ms: now,
  });
  save(statement, 'memberships', 'user_id uuid, space_id uuid, participant_id uuid, created_ms bigint', [
    ...commits.flatMap((c) => c.memberships.map(row(c.spaceId))),
    ...creations.flatMap(({ state, memberships }) => memberships.map(row(state.space.spaceId))),
  ]);
}

function saveSpaces(statement: Statement, commits: readonly SpaceCommit[]): void {
  const rows = commits.flatMap(({ space }) => (space ? [spaceRow(space)] : []));
  if (rows.length === 0) return;
  statement.part(
    'saved_spaces',
    `update spaces s set name = c.name, description = c.description, agenda = c.agenda, ended_ms = c.ended_ms, end_reason = c.end_reason
     from ${statement.records('c', spaceColumns, rows)} join fenced f on f.space_id = c.space_id where s.space_id = c.space_id`,
  );
}

function save(statement: Statement, table: string, columns: Columns, rows: readonly object[], onConflict = ''): void {
  if (rows.length) insert(statement, table, columns, statement.records('r', columns, rows), onConflict);
}

/** Only what belongs to a space that passed the fence is stored. */
function insert(statement: Statement, table: string, columns: Columns, source: string, onConflict = ''): void {
  statement.part(
    `saved_${table}`,
    `insert into ${table} (${columnNames(columns)}) select r.* from ${source} join passed on passed.space_id = r.space_id ${onConflict}`,
  );
}
