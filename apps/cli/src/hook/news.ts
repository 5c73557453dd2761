import { caughtUp } from '@parley/core';
import { formOf, Page, show } from '@parley/mcp';
import { isId } from '../naming.ts';
import type { MessageQuestion } from '../question.ts';

type NewsFields = Record<string, unknown>;

/** What a session that starts is told of what happened before it. */
export interface HookNews {
  /** How the agent names the space. */
  alias: string;
  after: number;
  /** The catch-up without what the session knows; undefined if it is larger than what hosts show. */
  answer: NewsFields | undefined;
}

/** A message that the agent can answer. */
export interface Answerable {
  alias: string;
  messageId: string;
  deliveryId: string;
  sequence?: number | undefined;
  /** What it asks besides a reply. */
  question?: MessageQuestion | undefined;
  /** One of its files. */
  fileId?: string | undefined;
}

interface Known {
  after: number;
  /** The messages that the same run shows. */
  shown: ReadonlySet<unknown>;
  /** Whether the session has the context of an earlier one, which wrote its own messages and was shown those that were directed to it. */
  isContinued: boolean;
}

/**
 * What of a catch-up is news, if anything, and where the next one begins. What is queued is left out, because a hook shows it as soon as it
 * claims it; the next catch-up begins before it.
 */
export function newsIn(
  caught: NewsFields,
  { after, shown, isContinued }: Known,
): { answer: NewsFields | undefined; cursor: number } {
  const me = fieldsOf(caught['you'])['participantId'];
  const todo = fieldsOf(caught['todo']);
  const waiting = listOf(todo['deliveries']).filter(({ message }) => !shown.has(fieldsOf(message)['id']));
  const isQueued = ({ state }: NewsFields): boolean => state === 'queued';
  // Then nothing says which of the other messages are queued.
  const isIncomplete = Number(todo['openDeliveries']) > listOf(todo['deliveries']).length;
  const isToMe = ({ to }: NewsFields): boolean => Array.isArray(to) && to.includes(me);
  const isKnown = (message: NewsFields): boolean =>
    shown.has(message['id']) || (isContinued && message['senderId'] === me) || ((isContinued || isIncomplete) && isToMe(message));
  const isMine = ({ authors }: NewsFields): boolean =>
    isContinued && listOf(authors).length > 0 && listOf(authors).every(({ participantId }) => participantId === me);
  const byOthers = (part: unknown): unknown => (Array.isArray(part) ? part.filter((each) => !isMine(fieldsOf(each))) : part);
  const answer: NewsFields = {
    ...Object.fromEntries(Object.entries(caught).map(([name, part]) => [name, byOthers(part)])),
    todo: { ...todo, deliveries: waiting.filter((each) => !isQueued(each)) },
    messages: listOf(caught['messages']).filter((each) => !isKnown(each)),
  };
  const lists = [...Object.values(answer), ...[answer['todo'], answer['room']].flatMap((part) => Object.values(fieldsOf(part)))];
  const beforeQueued = waiting.filter(isQueued).map(({ message }) => Number(fieldsOf(message)['sequence']) - 1);
  const ends = [isIncomplete ? after : Number(caught['cursor']), ...beforeQueued];
  const cursor = Math.max(after, Math.min(...ends.map((each) => (Number.isSafeInteger(each) ? each : after))));
  return { answer: lists.some((each) => Array.isArray(each) && each.length > 0) ? answer : undefined, cursor };
}

/** The news if they have at most so many bytes, or else where to find them. */
export function fitting(news: HookNews, mostBytes: number): HookNews {
  const page = new Page();
  drawNews(page, news);
  return Buffer.byteLength(page.toString()) <= mostBytes ? news : { ...news, answer: undefined };
}

const form = formOf(caughtUp);

export function drawNews(page: Page, { alias, after, answer }: HookNews): void {
  const place = `call catch_up of the MCP server parley with \`space\` ${alias} and \`after\` ${after}`;
  if (!answer) return page.line(`Much is new in the Parley space ${alias}: ${place}.`);
  page.line(
    `What is new in the Parley space ${alias}${after > 0 ? ` since #${after}` : ''}, without what is shown above. It is for your ` +
      `information; for more, ${place}.`,
  );
  show(page, form, answer);
  if (claimedIn({ alias, after, answer }).length > 0)
    page.line(
      'The claimed deliveries were shown to a session of yours that did not answer them. Leave them to it if it still runs.',
    );
}

/** The deliveries that an earlier session was shown. */
export const claimedIn = ({ alias, answer }: HookNews): Answerable[] =>
  listOf(fieldsOf(answer?.['todo'])['deliveries']).flatMap(({ deliveryId, message }) => {
    const { id } = fieldsOf(message);
    return isId(deliveryId) && isId(id) ? [{ alias, deliveryId, messageId: id }] : [];
  });

const fieldsOf = (value: unknown): NewsFields => (typeof value === 'object' && value !== null ? (value as NewsFields) : {});

const listOf = (value: unknown): NewsFields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
