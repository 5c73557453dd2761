import { hash } from 'node:crypto';
import type { Statement } from './statement.ts';

/** A stored event that loses a text or is corrected, unless another write has changed it since it was read. */
export interface Erasure {
  sequence: number;
  /** Its fact as it was read, as JSON. */
  before: string;
  after: string;
}

/** The erasures of one space. */
interface SpaceErasures {
  spaceId: string;
  erasures: readonly Erasure[];
}

/** How many bytes smaller (or larger) they make the space. */
export const erasedBytes = (erasures: readonly Erasure[]): number =>
  erasures.reduce((sum, { before, after }) => sum + Buffer.byteLength(before) - Buffer.byteLength(after), 0);

const versionOf = (body: string): string => hash('sha256', body, 'hex');

/** Locks the events that are as they were read; returns the name of the part. */
export function holdErased(statement: Statement, erasing: readonly SpaceErasures[]): string {
  const rows = erasing.flatMap(({ spaceId, erasures }) =>
    erasures.map(({ sequence, before }) => [spaceId, sequence, versionOf(before)] as const),
  );
  const asked = statement.rows('a', 'space_id uuid, sequence bigint, version text', rows);
  statement.part(
    'held_events',
    // The same form as for other rows, which Citus requires.
    `select space_id from (select t.space_id from events t join ${asked}
     on t.space_id = ${statement.spaceOf('a')} and t.sequence = a.sequence
     and encode(sha256(convert_to(t.body, 'UTF8')), 'hex') = a.version
     order by t.space_id, t.sequence for update of t) locked`,
  );
  return 'held_events';
}

/** Replaces the bodies, in the spaces that passed the fence. */
export function erase(statement: Statement, erasing: readonly SpaceErasures[]): void {
  const rows = erasing.flatMap(({ spaceId, erasures }) =>
    erasures.map(({ sequence, after }) => ({ space_id: spaceId, sequence, body: after })),
  );
  statement.part(
    'erased',
    `update events t set body = e.body from ${statement.records('e', 'space_id uuid, sequence bigint, body text', rows)}
     join fenced p on p.space_id = e.space_id where t.space_id = ${statement.spaceOf('e')} and t.sequence = e.sequence`,
  );
}
