import type { InputOf, Proposal } from '@parley/core';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { proposals as noun, table as proposals } from './table.ts';
import { table as changes } from './changes-table.ts';

type StoredChange = Pick<InputOf<'createProposal'>, 'content' | 'edits' | 'append' | 'section'>;

export interface StoredProposal {
  proposal: Proposal;
  /** As its author sent it. */
  change: StoredChange;
}

export interface ProposalPlace {
  spaceId: string;
  artifactId: string;
  /** A sequence: only older ones. */
  before: number;
  limit: number;
}

export function proposalStore(db: PgRemoteDatabase) {
  const inSpace = eq(proposals.spaceId, sql.placeholder('spaceId'));
  const isPresent = and(
    eq(changes.spaceId, proposals.spaceId),
    eq(changes.proposalId, proposals.proposalId),
    eq(changes.revision, proposals.revision),
  );
  const one = db
    .select({ row: proposals, change: changes.change })
    .from(proposals)
    .innerJoin(changes, isPresent)
    .where(and(inSpace, eq(proposals.proposalId, sql.placeholder('proposalId'))))
    .prepare('proposal');
  // A literal, because a plan for any parameter cannot use the partial index.
  const isOpen = sql`${proposals.endedAt} is null`;
  const listing = (name: string, which: typeof isOpen | undefined) =>
    db
      .select()
      .from(proposals)
      .where(
        and(
          inSpace,
          eq(proposals.artifactId, sql.placeholder('artifactId')),
          lt(proposals.sequence, sql.placeholder('before')),
          which,
        ),
      )
      .orderBy(desc(proposals.sequence))
      .limit(sql.placeholder('limit'))
      .prepare(name);
  const lists = { open: listing('proposals_open', isOpen), all: listing('proposals_all', undefined) };

  return {
    async find(spaceId: string, proposalId: string): Promise<StoredProposal | undefined> {
      const [found] = await one.execute({ spaceId, proposalId });
      return found && { proposal: noun.fromRow(found.row), change: JSON.parse(found.change) as StoredChange };
    },
    /** Newest first. */
    page: async (which: 'open' | 'all', place: ProposalPlace): Promise<Proposal[]> =>
      (await lists[which].execute({ ...place })).map(noun.fromRow),
  };
}
