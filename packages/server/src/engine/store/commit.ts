import type { Fact, SpaceState } from '@parley/core';
import { entityNames } from '@parley/core';
import { columnsOf } from './columns.ts';
import type { Connection, Param } from './connection.ts';
import { erase, holdErased, type Erasure } from './erasures.ts';
import { withinQuotas, type QuotaUse } from './quotas.ts';
import type { Head } from './heads.ts';
import { recordColumns, recordRow, type IdempotencyRecord } from './idempotency.ts';
import { forget, insert, save, type Passed, type Stored } from './rows.ts';
import { nothing, type Saved, type SideRows, type Tables } from './tables.ts';
import { Statement } from './statement.ts';

/** A new space. */
export interface Creation {
  state: SpaceState;
  sideRows: SideRows;
}

export interface StorableEvent {
  event: Fact['event'];
  /** The fact as JSON. */
  body: string;
}

/** What one batch of a space stores: all of it, or nothing if another process changed the space first. */
export interface SpaceCommit {
  spaceId: string;
  /** The `rev` of the state that it was decided on. */
  rev: number;
  /** Whether it changes the state. */
  bumps: boolean;
  /** Set only by expiry: the fence then requires that the space has expired, otherwise that it has not. */
  past: boolean;
  saved: Saved;
  forgotten: Saved;
  events: readonly StorableEvent[];
  /** By id, for entities with `sequenceIn`: the place of their event among `events`, from 1. */
  places: ReadonlyMap<string, number>;
  erasures: readonly Erasure[];
  records: readonly IdempotencyRecord[];
  /** What it adds to groups of rows that are limited in number. */
  quotas: readonly QuotaUse[];
  /** The bytes that it adds, and the minimum and maximum that can be stored before. */
  room: { readonly bytes: number; readonly least: number; readonly most: number };
}

export interface Batch {
  now: number;
  creations: readonly Creation[];
  commits: readonly SpaceCommit[];
}

/**
 * Stores a batch in one statement, which is one transaction. Returns the new heads of the spaces that passed the fence; nothing
 * was stored for the others.
 */
export async function commit(
  connection: Pick<Connection, 'query' | 'atSpace'>,
  tables: Tables,
  batch: Batch,
): Promise<Map<string, Head>> {
  const { commits, creations } = batch;
  const isOne = commits.length + creations.length === 1;
  const only = isOne ? (commits[0]?.spaceId ?? creations[0]?.state.space.spaceId) : undefined;
  const isLogging = only !== undefined && onlyLogs(commits[0]);
  const [text, params] = isLogging ? loggingFor(tables, batch, only) : statementFor(tables, batch, only);
  const rows = await (only !== undefined && connection.atSpace
    ? connection.atSpace(only, text, params)
    : connection.query(text, params));
  const heads = new Map<string, Head>();
  for (const [spaceId, rev, sequence, lastMs] of rows) heads.set(spaceId as string, { spaceId, rev, sequence, lastMs } as Head);
  return heads;
}

type BoundStatement = readonly [text: string, params: readonly Param[]];

/** What `loggingFor` sends, and what `onlyLogs` asks about. */
type LoggedParts = 'spaceId' | 'rev' | 'past' | 'events' | 'room';
type AskedParts = 'records' | 'erasures' | 'saved' | 'forgotten' | 'bumps' | 'places' | 'quotas';
/** A part that is added to a commit must be added to one of the two: until then, nothing can be asked. */
type Askable = [Exclude<keyof SpaceCommit, LoggedParts | AskedParts>] extends [never] ? SpaceCommit : never;

/** Whether a commit does no more than log events, as most do. Without entities nothing bumps, and there are no places and quotas. */
const onlyLogs = (commit: Askable | undefined): boolean =>
  commit !== undefined &&
  commit.events.length > 0 &&
  commit.records.length + commit.erasures.length === 0 &&
  !changesEntities(commit);

/** The statement for one event, and for several: without what else a batch can have, it always has the same text. */
const logging: [one?: string, several?: string] = [];

/** What `statementFor` makes of a batch that only logs events. */
function loggingFor(tables: Tables, batch: Batch, spaceId: string): BoundStatement {
  const [{ rev, past, events, room }] = batch.commits as [SpaceCommit];
  const isAlone = events.length === 1;
  const text = (logging[isAlone ? 0 : 1] ??= statementFor(tables, batch, spaceId)[0]);
  const { bytes, least, most } = room;
  const [kinds, bodies] = isAlone ? [events[0]!.event, events[0]!.body] : [inLines(events, 'event'), inLines(events, 'body')];
  return [text, [spaceId, rev, 1, events.length, 0, past, false, bytes, least, most, batch.now, spaceId, kinds, bodies]];
}

const inLines = (events: readonly StorableEvent[], field: 'event' | 'body'): string =>
  events.map((each) => each[field]).join('\n');

/** `only`: the space, if there is only one. */
export function statementFor(tables: Tables, batch: Batch, only: string | undefined): BoundStatement {
  const { now, creations } = batch;
  const commits = batch.commits.toSorted((a, b) => (a.spaceId < b.spaceId ? -1 : 1));
  const statement = new Statement(only);
  const heads = 'space_id, rev, sequence, last_ms';
  const changing = commits.filter(changesEntities);
  const erasing = commits.filter(({ erasures }) => erasures.length > 0);
  let passed: Passed = 'fenced';
  if (commits.length) fence(statement, tables, { commits, changing, erasing, now });
  if (creations.length) {
    passed = 'opened';
    open(statement, creations);
  }
  if (commits.length && creations.length) {
    passed = 'passed';
    statement.part(passed, `select ${heads} from fenced union all select ${heads} from opened`);
  }
  logEvents(statement, commits);
  if (erasing.length) erase(statement, erasing);
  keepRecords(statement, commits, passed);
  const stored = [...changing, ...creations.map(storedOf)];
  const changed = new Set(stored.flatMap(({ saved, forgotten }) => [...Object.keys(saved), ...Object.keys(forgotten)]));
  for (const table of stored.length ? tables.all : []) {
    if (!changed.has(table.name)) continue;
    save(statement, table, stored, { passed, now });
    forget(statement, table, stored, passed);
  }
  return [statement.text(`select ${heads} from ${passed}`), statement.params];
}

interface Fenced {
  commits: readonly SpaceCommit[];
  /** Those that change entities: most only log a message. */
  changing: readonly SpaceCommit[];
  /** Those that take texts from earlier events. */
  erasing: readonly SpaceCommit[];
  now: number;
}

/** Locks the heads in the order of their space ids, so that two processes cannot deadlock. */
function fence(statement: Statement, tables: Tables, { commits, changing, erasing, now }: Fenced): void {
  let first = 1;
  // Few batches change the space itself, and the others send no column for it.
  const changesSpaces = changing.some(({ saved }) => saved.spaces);
  const columns =
    'space_id uuid, rev bigint, first int, events int, bump int, past boolean, closes boolean, bytes bigint, least bigint, most bigint';
  const wanted = statement.rows(
    'w',
    changesSpaces ? `${columns}, expires bigint` : columns,
    commits.map((c) => {
      const { bytes, least, most } = c.room;
      const row = [
        c.spaceId,
        c.rev,
        first,
        c.events.length,
        c.bumps ? 1 : 0,
        c.past,
        c.saved.spaces?.[0]?.end !== undefined,
        bytes,
        least,
        most,
        ...(changesSpaces ? [c.saved.spaces?.[0]?.expiresAt ?? 0] : []),
      ];
      first += c.events.length;
      return row;
    }),
  );
  const source = unlessChanged(statement, tables, wanted, { commits, changing, erasing });
  const at = `${statement.bind(now)}::bigint`;
  statement.part(
    'fenced',
    `update space_heads h set rev = h.rev + w.bump, sequence = h.sequence + w.events, closed = w.closes, bytes = greatest(h.bytes + w.bytes, 0),
     ${changesSpaces ? 'expires_ms = case when w.expires = 0 then h.expires_ms else w.expires end, ' : ''}last_ms = case when w.events = 0 then h.last_ms else greatest(h.last_ms + 1, ${at}) + w.events - 1 end
     from ${source} where h.space_id = ${statement.spaceOf('w')} and h.rev = w.rev and not h.closed
     and greatest(h.bytes, 0) between w.least and w.most and (h.expires_ms <= ${at}) = w.past${unlessSeen(statement, commits)}${withinQuotas(statement, tables, changing, at)}
     returning h.space_id, h.rev, h.sequence, h.last_ms, w.first, w.events`,
  );
}

/**
 * A space does not pass if a row has changed since a write of its batch was decided on it. The rows are locked before the heads, in the
 * order of their ids: once a head is locked, a concurrent change would not be visible to this statement.
 */
function unlessChanged(
  statement: Statement,
  tables: Tables,
  wanted: string,
  { commits, changing, erasing }: Omit<Fenced, 'now'>,
): string {
  const expected = new Map<string, number>();
  const expects = (spaceId: string, rows: number) => expected.set(spaceId, (expected.get(spaceId) ?? 0) + rows);
  const held: string[] = [];
  for (const { name, table, idOf, versionOf } of tables.versioned) {
    const rows = changing.flatMap(({ spaceId, saved }) =>
      (saved[name] ?? []).filter((each) => versionOf(each) > 0).map((each) => [spaceId, idOf(each), versionOf(each)] as const),
    );
    if (rows.length === 0) continue;
    for (const [spaceId] of rows) expects(spaceId, 1);
    const columns = columnsOf(table);
    const [, id] = columns.key;
    const asked = statement.rows('a', 'space_id uuid, id uuid, version int', rows);
    statement.part(
      `held_${name}`,
      // Citus 13.2 sends what is locked in one format and reads it in another, unless that is a query in a query.
      `select space_id from (select t.space_id from ${columns.name} t join ${asked}
       on t.space_id = ${statement.spaceOf('a')} and t.${id} = a.id and t.version = a.version
       order by t.space_id, t.${id} for update of t) locked`,
    );
    held.push(`held_${name}`);
  }
  for (const { spaceId, erasures } of erasing) expects(spaceId, erasures.length);
  if (erasing.length) held.push(holdErased(statement, erasing));
  if (held.length === 0) return wanted;
  const condition = commits.length === 1 ? isHeld(statement, held, expected) : areHeld(statement, held, expected);
  statement.part('wanted', `select w.* from ${wanted} where ${condition}`, { runsOnce: true });
  return 'wanted w';
}

/** Whether all rows of a space that is alone in its batch were found. */
function isHeld(statement: Statement, held: readonly string[], expected: ReadonlyMap<string, number>): string {
  const [rows] = expected.values();
  return `${statement.bind(rows!)}::int = ${held.map((name) => `(select count(*) from ${name})`).join(' + ')}`;
}

function areHeld(statement: Statement, held: readonly string[], expected: ReadonlyMap<string, number>): string {
  const rows = statement.rows('e', 'space_id uuid, rows int', [...expected]);
  const all = held.map((name) => `select space_id from ${name}`).join(' union all ');
  return `coalesce((select e.rows from ${rows} where e.space_id = w.space_id), 0)
     = (select count(*) from (${all}) h where h.space_id = w.space_id)`;
}

/**
 * A space does not pass if one of its writes is already stored: that retry is then answered from its record. `offset` keeps the inner
 * query apart, so that it looks up both columns of the key. As a join, it read all records of the space for each write: with statistics of
 * small spaces, that looks as cheap.
 */
function unlessSeen(statement: Statement, commits: readonly SpaceCommit[]): string {
  const scopes = commits.flatMap(({ spaceId, records }) => records.map(({ scope }) => [spaceId, scope]));
  if (scopes.length === 0) return '';
  return ` and not exists (select from ${statement.rows('s', 'space_id uuid, scope text', scopes)} where s.space_id = w.space_id and exists (
    select from idempotency_records r where r.space_id = ${statement.spaceOf('w')} and r.scope = s.scope offset 0))`;
}

function open(statement: Statement, creations: readonly Creation[]): void {
  const rows = creations.map(({ state: { space } }) => [space.spaceId, space.createdAt, space.expiresAt]);
  statement.part(
    'opened',
    `insert into space_heads (space_id, rev, sequence, last_ms, closed, expires_ms)
     select space_id, 1, 0, created_ms, false, expires_ms
     from ${statement.rows('c', 'space_id uuid, created_ms bigint, expires_ms bigint', rows)}
     returning space_id, rev, sequence, last_ms`,
  );
}

/** Each space takes a slice of the events: a join would compare every event with every space. */
function logEvents(statement: Statement, commits: readonly SpaceCommit[]): void {
  const events = commits.length === 1 ? commits[0]!.events : commits.flatMap((c) => c.events);
  if (events.length === 0) return;
  const [{ event, body }] = events as [StorableEvent];
  const isAlone = events.length === 1;
  const lists = isAlone ? [] : [statement.lines(events.map((e) => e.event)), statement.lines(events.map((e) => e.body))];
  const slices = commits.length === 1 ? lists : lists.map((list) => `(select ${list})[f.first:f.first + f.events - 1]`);
  const source = isAlone
    ? `(select ${statement.bind(event)} as event, ${statement.bind(body)} as body, 1 as n) e where f.events = 1`
    : `unnest(${slices.join(', ')}) with ordinality as e(event, body, n)`;
  const { join, space } = statement.atNodeOf('f');
  statement.part(
    'logged',
    `insert into events (space_id, sequence, at_ms, event, body)
     select ${space}, f.sequence - f.events + e.n, f.last_ms - f.events + e.n, e.event, e.body from fenced f ${join}, ${source}`,
  );
}

function keepRecords(statement: Statement, commits: readonly SpaceCommit[], passed: Passed): void {
  const rows = commits.flatMap(({ spaceId, records }) => records.map((record) => recordRow(spaceId, record)));
  if (rows.length)
    insert(statement, 'idempotency_records', recordColumns, { source: statement.rows('r', recordColumns, rows), passed });
}

/** Most commits only log a message; nothing is allocated for those. */
export const changesEntities = ({ saved, forgotten }: Stored): boolean => saved !== nothing || forgotten !== nothing;

const storedOf = ({ state, sideRows }: Creation): Stored => ({
  spaceId: state.space.spaceId,
  saved: {
    ...sideRows,
    ...Object.fromEntries(entityNames.map((name) => [name, [...state[name].values()]])),
    spaces: [state.space],
  },
  forgotten: nothing,
  places: new Map(),
});
