import type { CatchUp } from '@parley/sdk';
import { isId, short } from '../../naming.ts';
import type { Resource, Section, Source } from '../../resource.ts';
import { harmless } from '../../watch/harmless.ts';
import { summaryNamed } from '../artifacts/named.ts';
import { commentCommands } from './commands.ts';
import { everyComment } from './named.ts';

/** Which comments a verb is for, if not the open ones. */
const statesOf: Readonly<Record<string, 'resolved' | 'all'>> = { reopen: 'resolved', redact: 'all' };

/** The threads on the artifact that precedes; what can be erased are the texts of each of their comments. */
const comment: Source = async ({ space, verb, given: [query] }) => {
  const open = await space();
  const { id } = await summaryNamed(open, query!);
  const all = await everyComment(open, id, statesOf[verb] ?? 'open');
  return all
    .filter(({ replyTo, redacted }) => (verb === 'redact' ? !redacted : replyTo === undefined))
    .map(({ commentId, authorName, text }) => ({ id: commentId, about: `${authorName}: ${text}` }));
};

function caughtUp({ decided }: CatchUp): Section[] {
  const resolved = decided.filter((each) => 'commentId' in each);
  const lines = resolved.map(({ artifactName }) => harmless(`A comment on ${artifactName} was resolved`));
  return [{ heading: 'Decided', lines }];
}

export const comments: Resource = {
  help: { heading: 'Comments', commands: [commentCommands] },
  sources: { comment },
  failures: {
    comment_not_found: { reason: 'notFound', hint: '`parley comments ARTIFACT --all` lists them' },
    comment_resolved: { reason: 'conflict', hint: '`parley comment reopen` opens it again' },
    quote_not_found: { reason: 'conflict', hint: '`parley artifact show` prints the text: copy the passage from there' },
  },
  synonyms: {
    'comment add': 'annotate remark note',
    comments: 'annotations remarks threads',
    'comment resolve': 'close done',
    'comment redact': 'delete erase',
  },
  exported: 'comments',
  caughtUp,
  commandAbout: ({ artifactId, commentId }) =>
    isId(artifactId) && isId(commentId) ? `parley comment reply ${short(artifactId)} ${short(commentId)} TEXT` : undefined,
};
