import { z } from 'zod';
import type { Auth } from './credentials.ts';
import { contextBundle } from './schemas.ts';
import type { Tag } from './tags.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Answers extends Kind = Kind,
  Who extends Auth = Auth,
  By extends Method = Method,
> {
  method: By;
  path: `/${string}`;
  /** One line that says what it does, for lists. */
  summary: string;
  /** What a caller should know before the first call, for people, models and terminals alike. */
  description: string;
  /** A call that is valid, and what it may answer. All examples tell of one meeting. */
  example: { input: z.input<Input>; output: z.output<Output> };
  tag: Tag;
  auth: Who;
  /** A valid user token in `X-User-Token` links what is made to the dashboard of its human. */
  acceptsUserToken?: boolean;
  /** The query parameter that may carry the key, for clients that cannot set headers. */
  keyParameter?: string;
  /** 403 answers a muted caller. */
  refusesMuted?: boolean;
  /** Path parameters, query parameters and body fields, side by side. */
  input: Input;
  output: Output;
  /** What the specification's table lists; `statusesOf` adds what every operation can answer. */
  errors: readonly number[];
  kind: Answers;
  /** The answer can be had piece by piece too: the events `start`, `result` and `complete`. */
  isQuestion?: boolean;
  /** The field of a 202 that says where to ask again; the header `Location` repeats it. */
  location?: string;
  /** Success statuses and what each means; `status` chooses when there are two. */
  success: Readonly<Record<number, string>>;
  status?: (output: z.output<Output>) => number;
  /** The status of a success where there is only one. */
  succeeds: number;
  /** The caller's own key dies with this write, so its retry is recognised by the dead key too. */
  endsKey?: boolean;
  /** The answer carries an `ETag`, and 304 answers an `If-None-Match` that names it. */
  hasTag?: boolean;
  /** A space that is full does not refuse it: it ends something, which can be done only so often. */
  worksWhenFull?: boolean;
  /** Has `fullSpaceReserve` more: an artifact is locked before it is made smaller. */
  usesReserve?: boolean;
  /** Stores something, although no retry of it is recognised. */
  stores?: boolean;
  /** Never refused by the rate limit. */
  unlimited?: boolean;
  /** What it makes without a credential: an address may make so many of them an hour. */
  makes?: 'spaces' | 'link requests';
}

type Kind = 'json' | 'stream' | 'text';

type Declared<I extends z.ZodObject, O extends z.ZodType, K extends Kind, A extends Auth, M extends Method> = Omit<
  Operation<I, O, K, A, M>,
  'kind' | 'success' | 'succeeds'
> & { kind?: K; success?: Readonly<Record<number, string>> };

/** Declares an operation; its types are what every surface is typed by. */
export function operation<I extends z.ZodObject, O extends z.ZodType, A extends Auth, M extends Method, K extends Kind = 'json'>(
  declared: Declared<I, O, K, A, M>,
): Operation<I, O, K, A, M> {
  const unchanged = declared.hasTag ? { 304: 'Nothing has changed since the tag in `If-None-Match`' } : {};
  const success = { ...(declared.success ?? { 200: 'Success' }), ...unchanged };
  return { kind: 'json' as K, ...declared, success, succeeds: Number(Object.keys(success)[0]) };
}

export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** Writes by a known caller honour `Idempotency-Key`; credential-minting anonymous calls never do. */
export const isIdempotent = ({ method, auth }: Pick<Operation, 'method' | 'auth'>): boolean =>
  method !== 'GET' && auth !== 'none';

/** Whether there is anything to say beside the path. */
const takesFields = ({ path, input }: Operation): boolean => Object.keys(input.shape).length > pathParameters(path).length;

/** Whether the answer carries the context bundle, of which `Prefer: return=minimal` leaves out the lists. */
export function carriesContext({ output }: Operation): boolean {
  if (!(output instanceof z.ZodObject)) return false;
  return Object.entries(contextBundle.shape).every(([field, schema]) => output.shape[field] === schema);
}

/**
 * Every status that a caller can bring about: success, the operation's own errors, and what the edge adds to all. 503 is beside them, as it
 * depends on the state of the service.
 */
export function statusesOf(operation: Operation): number[] {
  const all = [...Object.keys(operation.success).map(Number), ...operation.errors, 400];
  if (operation.refusesMuted) all.push(403);
  if (isIdempotent(operation) && takesFields(operation)) all.push(422);
  if (!operation.unlimited) all.push(429);
  return [...new Set(all)].toSorted((a, b) => a - b);
}
