import { commentStateOf } from '@parley/core';
import { dateTime } from '../../engine/present/time.ts';
import { inLine, quoted } from '../export/written.ts';
import type { StoredComment } from './queries.ts';

/** A thread for people: its passage, what was said of it, and whether it is open. */
export function written(first: StoredComment, replies: readonly StoredComment[]): string {
  const { comment, text } = first;
  const about = `${commentStateOf(comment)}, on version ${comment.version}`;
  const passage = text.quote === '' ? '' : `${quoted(quoted(text.quote))}\n\n`;
  return [
    `${who(first)} (${about})\n\n${passage}${said(first)}`,
    ...replies.map((each) => `${who(each)}, in reply\n\n${said(each)}`),
  ]
    .map((each) => `${each}\n\n`)
    .join('');
}

const who = ({ comment }: StoredComment): string => `**${inLine(comment.authorName)}**, ${dateTime(comment.createdAt)}`;

const said = ({ comment: { redacted }, text }: StoredComment): string =>
  redacted ? `(deleted ${redacted.at})` : quoted(text.text);
