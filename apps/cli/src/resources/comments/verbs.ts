import type { Comment, CreatedComment, Space } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import type { Context } from '../../context.ts';
import { short } from '../../naming.ts';
import { harmless } from '../../watch/harmless.ts';
import { textOf } from '../../watch/wording.ts';
import { summaryNamed } from '../artifacts/named.ts';
import { addressees } from '../participants/addressees.ts';
import { confirmErasing, erased, type ErasingOptions } from '../messages/erasing.ts';
import { commentNamed, everyComment } from './named.ts';

interface ToldOptions {
  to?: string[];
  expects?: 'reply' | 'ack' | 'nothing';
}

interface AddOptions extends ToldOptions {
  quote: string;
  occurrence?: number;
  at?: number;
}

export const add: Verb<AddOptions, [query: string, words: string[]]> = async (context, options, query, words) => {
  const { quote, occurrence, at, to, expects } = options;
  const space = await context.space();
  const { id: artifactId, version } = await summaryNamed(space, query);
  const told = await meant(space, to);
  const wish = { artifactId, version: at ?? version, quote, occurrence, text: words.join(' '), to: told?.ids, expects };
  done(context, await space.call('createComment', wish), 'Commented', told);
};

export const reply: Verb<ToldOptions, [query: string, wanted: string, words: string[]]> = async (
  context,
  { to, expects },
  query,
  wanted,
  words,
) => {
  const space = await context.space();
  const { id: artifactId } = await summaryNamed(space, query);
  const [replyTo, told] = [await commentNamed(space, artifactId, wanted), await meant(space, to)];
  const wish = { artifactId, replyTo, text: words.join(' '), to: told?.ids, expects };
  done(context, await space.call('createComment', wish), 'Replied', told);
};

interface Meant {
  ids: string[];
  nameOf: ReadonlyMap<string, string>;
}

async function meant(space: Space, to: string[] | undefined): Promise<Meant | undefined> {
  if (!to) return undefined;
  const people = addressees((await space.get()).participants, to, space.participantId);
  return {
    ids: people.map(({ participantId }) => participantId),
    nameOf: new Map(people.map(({ participantId, name, displayName = name }) => [participantId, displayName])),
  };
}

function done(context: Context, comment: CreatedComment, did: string, told: Meant | undefined): void {
  const names = comment.to.map((id) => harmless(told?.nameOf.get(id) ?? short(id)));
  context.out.done(comment, `${did}: ${short(comment.commentId)}${names.length > 0 ? `; told: ${names.join(', ')}` : ''}`);
}

export const resolve: Verb<object, [query: string, wanted: string]> = async (context, _, query, wanted) => {
  const space = await context.space();
  const { id: artifactId } = await summaryNamed(space, query);
  const commentId = await commentNamed(space, artifactId, wanted);
  context.out.done(await space.call('resolveComment', { artifactId, commentId }), 'Resolved');
};

export const reopen: Verb<object, [query: string, wanted: string]> = async (context, _, query, wanted) => {
  const space = await context.space();
  const { id: artifactId } = await summaryNamed(space, query);
  const commentId = await commentNamed(space, artifactId, wanted);
  context.out.done(await space.call('reopenComment', { artifactId, commentId }), 'Open again');
};

export const redact: Verb<ErasingOptions, [query: string, wanted: string]> = async (context, options, query, wanted) => {
  const space = await context.space();
  const { id: artifactId } = await summaryNamed(space, query);
  const commentId = await commentNamed(space, artifactId, wanted);
  await confirmErasing(`the text of the comment ${short(commentId)}`, options);
  const comment = await space.call('redactComment', { artifactId, commentId, reason: options.reason });
  context.out.done(comment, erased(`the text of comment ${short(commentId)}`));
};

/** Thread by thread, in the order of their passages, each with its replies; those whose passage is gone last. */
export const list: Verb<{ all?: boolean }, [query: string]> = async (context, { all }, query) => {
  const space = await context.space();
  const { id } = await summaryNamed(space, query);
  context.out.list(
    inThreads(await everyComment(space, id, all ? 'all' : 'open')),
    {
      id: ({ commentId }) => short(commentId),
      place: ({ replyTo, ...comment }) => (replyTo === undefined ? placeOf(comment) : '↳'),
      passage: ({ replyTo, quote }) => (replyTo === undefined ? quote : ''),
      author: ({ authorName }) => authorName,
      comment: ({ text, redacted }) => (redacted ? textOf({ type: 'text', content: '', redacted }) : text),
      ...(all && { state: ({ state }: Comment) => state }),
    },
    all ? 'No comments' : 'No open comments; --all lists those that are resolved too',
  );
};

const placeOf = ({ anchor }: Pick<Comment, 'anchor'>): string => (anchor ? `${anchor.line}:${anchor.column}` : 'gone');

function inThreads(newestFirst: readonly Comment[]): Comment[] {
  const oldestFirst = newestFirst.toReversed();
  const firsts = oldestFirst.filter(({ replyTo }) => replyTo === undefined);
  const lineOf = ({ anchor }: Comment) => anchor?.line ?? Infinity;
  const columnOf = ({ anchor }: Comment) => anchor?.column ?? 0;
  return firsts
    .toSorted((a, b) => (lineOf(a) === lineOf(b) ? columnOf(a) - columnOf(b) : lineOf(a) - lineOf(b)))
    .flatMap((first) => [first, ...oldestFirst.filter(({ replyTo }) => replyTo === first.commentId)]);
}
