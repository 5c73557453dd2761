import { z } from 'zod';
import { answerForms, type AnswerForm, type Answers } from './answers.ts';
import type { Auth } from './credentials.ts';
import type { Tag } from './resource.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a model should know besides `summary` and `description`. */
export interface ForModels {
  /** The name of its tool, if not its own in snake case. */
  name?: string;
  /** In place of `description`, where that is about HTTP or about fields that models do not see. */
  description?: string;
  /** When to call it, or what to do next. */
  hint?: string;
  /** Values for fields that the model omits, where the API's defaults return too much. */
  defaults?: Readonly<Record<string, unknown>>;
  /** Fields that it need not know. */
  hides?: readonly string[];
  /** What it reads about fields, at any depth, in place of their descriptions; an empty text for what needs none. */
  fields?: Readonly<Record<string, string>>;
  /** It can destroy something that was there before. */
  destroys?: boolean;
  /** No tool of its own: its bytes do not belong into a context, or another tool does it. */
  isHidden?: boolean;
  /** Its group of tools, if that does not follow from its access: `core` for everyone, that of a `toolList` for what few need. */
  group?: string;
  /** What `parley mcp --allow` must name for it, if not what its tag says. */
  permission?: 'join';
  /** Its answer shows texts, although it is a write: the caller does not know them. */
  showsTexts?: boolean;
  /** The answer says who the caller is in the space. */
  tellsWhoIAm?: boolean;
  /** The answer says which space it is about: the caller may know only a link. */
  tellsWhere?: boolean;
}

export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Form extends Answers = Answers,
  Who extends Auth = Auth,
  By extends Method = Method,
> {
  method: By;
  path: `/${string}`;
  /** One line for lists: what the operation does. */
  summary: string;
  /** What a caller should know before the first call, for people, models and terminals alike. */
  description: string;
  /** A valid call and a possible answer. All examples describe one meeting. */
  example: { input: z.input<Input>; output: z.output<Output> };
  tag: Tag;
  auth: Who;
  /**
   * A valid user token in `X-User-Token` links the result to the dashboard of its user; so does a valid session in `Authorization`, which
   * also proves that the caller is a human.
   */
  linksUser?: boolean;
  /** A muted caller gets 403. */
  refusesMuted?: boolean;
  /**
   * While the space is paused, only the owner and humans can write. This one `works` for everyone, because it gives something back, keeps
   * it, or lets somebody in; or if the input has these values. Or it is `refused` to everyone, because it would begin something.
   */
  whilePaused?: 'works' | 'refused' | { readonly works: Readonly<Partial<z.input<Input>>> };
  /** Path parameters, query parameters and body fields, side by side. */
  input: Input;
  output: Output;
  /** The field that `cursor` in the input stands for: what a page of the list says about where to continue. */
  cursor?: 'timestamp' | 'after' | 'before';
  /** The statuses in the table of the specification; `statusesOf` adds those that every operation can answer. */
  errors: readonly number[];
  answers: Form;
  /** The answer as the text that a request can choose with `Accept: text/markdown`. */
  asMarkdown?: (answer: z.output<Output>) => string;
  /** The field of a 202 that says where to poll; the header `Location` repeats it. */
  location?: string;
  /** Success statuses and their meanings; `successOf` chooses between them. */
  success: Readonly<Record<number, string>>;
  /** The body is bytes of any kind; the other fields are in the query. Only REST carries it. */
  takesBytes?: boolean;
  /** The media types of a `file`. */
  media?: readonly string[];
  /**
   * What becomes of the caller's key: it `ends` with this write, so a retry with the ended key is recognized too; or it
   * `expiresWithSpace`, so the operation answers 401 from then on, although it can answer 409.
   */
  key?: 'ends' | 'expiresWithSpace';
  /** The field that `If-Match` sets, with the number in the tag of a version; if it is not the present one, the answer is 412. */
  ifMatch?: string;
  /** Fields of the answer that `Prefer: return=minimal` leaves out. */
  leavesOut?: readonly string[];
  /**
   * A full space refuses other writes. This one `works`, because it ends something, so it stores only a bounded amount; or it
   * `usesReserve`, because an artifact must be locked before it can be made smaller, a lease renewed, and a question answered, however often.
   */
  whenFull?: 'works' | 'usesReserve';
  /**
   * Each success is recorded for the operator of the server, with these fields of its input or answer: ids, and words of ours. Never a
   * text, a name, an address or a key.
   */
  audited?: readonly string[];
  /** It takes the store long: a caller has few at a time, and each counts as several requests. */
  isCostly?: boolean;
  /** Never refused by the rate limit. */
  unlimited?: boolean;
  /** For models, which call it as a tool. */
  forModels?: ForModels;
  /** What it creates without a credential; the number per address and hour is limited. */
  makes?: 'spaces' | 'link requests';
}

/** When the version in `If-Match` is not the present one. It has no code of its own. */
export const preconditionStatus = 412;

type DeclaredOperation<I extends z.ZodObject, O extends z.ZodType, F extends Answers, A extends Auth, M extends Method> = Omit<
  Operation<I, O, F, A, M>,
  'answers' | 'success'
> & { answers?: F; success?: Readonly<Record<number, string>> };

/** Declares an operation; every surface takes its types from here. */
export function operation<
  I extends z.ZodObject,
  O extends z.ZodType,
  A extends Auth,
  M extends Method,
  F extends Answers = 'json',
>(declared: DeclaredOperation<I, O, F, A, M>): Operation<I, O, F, A, M> {
  const operation = { answers: 'json' as F, ...declared };
  const unchanged = formOf(operation).hasTag ? { 304: 'Not changed since the tag in `If-None-Match`' } : {};
  const success = { ...(declared.success ?? { 200: 'Success' }), ...unchanged };
  return { ...operation, success };
}

export const formOf = ({ answers }: { answers: Answers }): AnswerForm => answerForms[answers];

/** The status of a success: 202 as long as somebody else has to decide. */
export const successOf = ({ success }: Pick<Operation, 'success'>, answer: unknown): number =>
  202 in success && typeof answer === 'object' && answer !== null && 'status' in answer ? 202 : Number(Object.keys(success)[0]);

/** The query parameter that can carry the key: what reads events in a browser cannot set headers. */
export const keyParameterOf = ({ answers }: Pick<Operation, 'answers'>): string | undefined =>
  answers === 'events' ? 'key' : undefined;

/** Whether it writes to the store; only a question is sent by POST too. */
export const isStoring = ({ method, answers }: Pick<Operation, 'method' | 'answers'>): boolean =>
  method !== 'GET' && answers !== 'jsonOrEvents';

export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** Writes by a known caller honour `Idempotency-Key`; anonymous calls that create credentials never do. */
export const isIdempotent = ({ method, auth }: Pick<Operation, 'method' | 'auth'>): boolean =>
  method !== 'GET' && auth !== 'none';

/** Whether somebody who can call it is refused while the space is paused. */
export const canMeetPause = (operation: Pick<Operation, 'method' | 'answers' | 'auth' | 'whilePaused'>): boolean =>
  isStoring(operation) && ['participant', 'member', 'anyKey'].includes(operation.auth) && operation.whilePaused !== 'works';

/** Whether it takes any input besides the path. */
const takesFields = ({ path, input }: Operation): boolean => Object.keys(input.shape).length > pathParameters(path).length;

/** Whether a space that is over is a conflict (decisions §1); otherwise its keys have expired. */
export const conflictsWhenOver = ({ errors, key }: Operation): boolean => errors.includes(409) && key !== 'expiresWithSpace';

/**
 * Every status that a caller can cause: success, the operation's own errors, and those of all operations. 503 is not among them,
 * because it depends on the state of the service.
 */
export function statusesOf(operation: Operation): number[] {
  const all = [...Object.keys(operation.success).map(Number), ...operation.errors, 400];
  if (operation.refusesMuted) all.push(403);
  if (canMeetPause(operation)) all.push(409);
  if (operation.ifMatch) all.push(preconditionStatus);
  if (isIdempotent(operation) && takesFields(operation)) all.push(422);
  if (!operation.unlimited) all.push(429);
  return [...new Set(all)].toSorted((a, b) => a - b);
}
