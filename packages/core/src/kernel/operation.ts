import { z } from 'zod';
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
  Answers extends Kind = Kind,
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
  /** A valid user token in `X-User-Token` links the result to the dashboard of its user. */
  acceptsUserToken?: boolean;
  /** A valid session in `Authorization` links the result to its user, and proves that the caller is a human. */
  acceptsSession?: boolean;
  /** The query parameter that can carry the key, for clients that cannot set headers. */
  keyParameter?: string;
  /** A muted caller gets 403. */
  refusesMuted?: boolean;
  /** Path parameters, query parameters and body fields, side by side. */
  input: Input;
  output: Output;
  /** The field that `cursor` in the input stands for: what a page of the list says about where to continue. */
  cursor?: 'timestamp' | 'after' | 'before';
  /** The statuses in the table of the specification; `statusesOf` adds those that every operation can answer. */
  errors: readonly number[];
  kind: Answers;
  /** The answer can also be streamed, as the events `start`, `result` and `complete`. */
  isQuestion?: boolean;
  /** The field of a 202 that says where to poll; the header `Location` repeats it. */
  location?: string;
  /** Success statuses and their meanings; `status` chooses between them. */
  success: Readonly<Record<number, string>>;
  status?: (output: z.output<Output>) => number;
  /** The status of a success where there is only one. */
  succeeds: number;
  /** This write invalidates the caller's own key, so a retry with the invalid key is recognized too. */
  endsKey?: boolean;
  /** The body is bytes of any kind; the other fields are in the query. Only REST carries it. */
  takesBytes?: boolean;
  /** `Range` asks for a part of the answer. */
  acceptsRanges?: boolean;
  /** It works once: requests for a preview or in advance are refused. */
  isOnce?: boolean;
  /** The media types of a `file`. */
  media?: readonly string[];
  /** The answer carries an `ETag`, and 304 answers an `If-None-Match` that names it. */
  hasTag?: boolean;
  /** Its key expires with the space: 401 from then on, although it can answer 409. */
  expiresWithSpace?: boolean;
  /** The answer is a difference, which can also be sent as unified text. */
  isDiff?: boolean;
  /** With `format: 'text'` the answer is a text in place of its output. */
  canBeText?: boolean;
  /** The field that `If-Match` sets, with the number in the tag of a version; if it is not the present one, the answer is 412. */
  ifMatch?: string;
  /** Fields of the answer that `Prefer: return=minimal` leaves out. */
  leavesOut?: readonly string[];
  /** A full space does not refuse it: it ends something, so it stores only a bounded amount. */
  worksWhenFull?: boolean;
  /** Can use `fullSpaceReserve`: an artifact must be locked before it can be made smaller, and a lease renewed. */
  usesReserve?: boolean;
  /** Writes to the store, although its retries are not recognized. */
  stores?: boolean;
  /** Never refused by the rate limit. */
  unlimited?: boolean;
  /** For models, which call it as a tool. */
  forModels?: ForModels;
  /** What it creates without a credential; the number per address and hour is limited. */
  makes?: 'spaces' | 'link requests';
}

/** When the version in `If-Match` is not the present one. It has no code of its own. */
export const preconditionStatus = 412;

/** A `file` is sent while it is read; only REST carries it. */
type Kind = 'json' | 'stream' | 'text' | 'file';

type Declared<I extends z.ZodObject, O extends z.ZodType, K extends Kind, A extends Auth, M extends Method> = Omit<
  Operation<I, O, K, A, M>,
  'kind' | 'success' | 'succeeds'
> & { kind?: K; success?: Readonly<Record<number, string>> };

/** Declares an operation; every surface takes its types from here. */
export function operation<I extends z.ZodObject, O extends z.ZodType, A extends Auth, M extends Method, K extends Kind = 'json'>(
  declared: Declared<I, O, K, A, M>,
): Operation<I, O, K, A, M> {
  const unchanged = declared.hasTag ? { 304: 'Not changed since the tag in `If-None-Match`' } : {};
  const success = { ...(declared.success ?? { 200: 'Success' }), ...unchanged };
  return { kind: 'json' as K, ...declared, success, succeeds: Number(Object.keys(success)[0]) };
}

export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** Writes by a known caller honour `Idempotency-Key`; anonymous calls that create credentials never do. */
export const isIdempotent = ({ method, auth }: Pick<Operation, 'method' | 'auth'>): boolean =>
  method !== 'GET' && auth !== 'none';

/** Whether it takes any input besides the path. */
const takesFields = ({ path, input }: Operation): boolean => Object.keys(input.shape).length > pathParameters(path).length;

/** Whether a space that is over is a conflict (decisions §1); otherwise its keys have expired. */
export const conflictsWhenOver = ({ errors, expiresWithSpace }: Operation): boolean => errors.includes(409) && !expiresWithSpace;

/**
 * Every status that a caller can cause: success, the operation's own errors, and those of all operations. 503 is not among them,
 * because it depends on the state of the service.
 */
export function statusesOf(operation: Operation): number[] {
  const all = [...Object.keys(operation.success).map(Number), ...operation.errors, 400];
  if (operation.refusesMuted) all.push(403);
  if (operation.ifMatch) all.push(preconditionStatus);
  if (isIdempotent(operation) && takesFields(operation)) all.push(422);
  if (!operation.unlimited) all.push(429);
  return [...new Set(all)].toSorted((a, b) => a - b);
}
