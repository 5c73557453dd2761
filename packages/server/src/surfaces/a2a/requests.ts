import { maxIdempotencyKeyCharacters, maxSequence, readInput, ServiceError } from '@parley/core';
import { z } from 'zod';

/** What clients send, in both versions: 0.3 names the kind of a part, 1.0 does not, and both name the content alike. */
const text = (most: number) => z.string().max(most).nullish();
const count = z.int().min(0).max(maxSequence);
const metadata = z.record(z.string(), z.unknown()).nullish();

const authentication = z.object({
  scheme: text(100),
  schemes: z.array(z.string().max(100)).max(20).nullish(),
  credentials: text(10_000),
});
/** Of both versions: 0.3 lists the schemes. */
const pushConfig = z.object({ id: text(200), url: z.string(), token: text(10_000), authentication: authentication.nullish() });

const part = z.object({ text: z.string().nullish(), data: z.unknown().optional() });

/** As both versions spell it, and as the number that JSON of protocol buffers allows. */
const role = z.union([z.enum(['ROLE_USER', 'ROLE_AGENT', 'user', 'agent']), z.literal([1, 2])], {
  error: (issue) => (issue.input === undefined ? 'is required' : 'must be ROLE_USER or ROLE_AGENT (0.3: user or agent)'),
});

/** States by which a list is filtered. Official clients of JavaScript send UNRECOGNIZED if none is given. */
const states = ['SUBMITTED', 'WORKING', 'COMPLETED', 'FAILED', 'CANCELED', 'INPUT_REQUIRED', 'REJECTED', 'AUTH_REQUIRED'];
const anyState = ['', 'UNSPECIFIED', 'UNRECOGNIZED', 'UNKNOWN'];
const stateFilter = z
  .string()
  .max(100)
  .transform((said) =>
    said
      .replace(/^TASK_STATE_/, '')
      .replace('-', '_')
      .toUpperCase(),
  )
  .refine((state) => [...states, ...anyState].includes(state), 'must be the state of a task, such as TASK_STATE_WORKING')
  .transform((state) => (anyState.includes(state) ? undefined : `TASK_STATE_${state}`));

const message = z.object({
  messageId: z.string().min(1).max(500),
  role,
  contextId: text(100),
  taskId: text(200),
  parts: z.array(part).min(1).max(100),
  metadata,
});

/** `metadata.after` can be text, because some clients send numbers in metadata as text. */
const position = z.object({
  after: z.union([count, z.string().regex(/^\d{1,15}$/, 'must be a sequence')]).nullish(),
});

export const shapes = {
  send: z.object({
    message,
    configuration: z
      .object({ taskPushNotificationConfig: pushConfig.nullish(), pushNotificationConfig: pushConfig.nullish() })
      .nullish(),
    metadata: position.nullish(),
  }),
  task: z.object({ id: z.string().max(200), historyLength: count.nullish(), metadata: position.nullish() }),
  list: z.object({
    contextId: text(100),
    status: stateFilter.nullish(),
    pageSize: z.int().min(1).max(100).nullish(),
    pageToken: text(100),
    historyLength: count.nullish(),
    statusTimestampAfter: z.iso.datetime({ offset: true }).nullish(),
    includeArtifacts: z.boolean().nullish(),
  }),
  /** 1.0 sends the configuration itself, with its task. */
  newConfig: pushConfig.extend({ taskId: z.string().max(200) }),
  newLegacyConfig: z.object({ taskId: z.string().max(200), pushNotificationConfig: pushConfig }),
  /** In 0.3, `id` is the task. */
  config: z.object({ taskId: text(200), id: text(200), pushNotificationConfigId: text(200) }),
  operation: z.object({
    operation: z.string(),
    input: z.record(z.string(), z.unknown()).default({}),
    idempotencyKey: z.string().min(1).max(maxIdempotencyKeyCharacters).optional(),
  }),
};

export type SendRequest = z.output<typeof shapes.send>;
export type PushConfig = z.output<typeof pushConfig>;
export type ListRequest = z.output<typeof shapes.list>;
export type A2aMessage = SendRequest['message'];

/** The parameters of a method. Throws 400 with what is wrong. */
export const parameters = <Shape extends z.ZodType>(input: Shape, sent: unknown): z.output<Shape> =>
  readInput({ input }, sent ?? {});

/** The sequence after which a stream begins, if the client says it. */
export function positionIn(
  request: { metadata?: z.output<typeof position> | null | undefined },
  lastEventId?: string,
): number | undefined {
  const after = request.metadata?.after ?? lastEventId;
  if (after === undefined || after === '') return undefined;
  if (/^\d{1,15}$/.test(String(after))) return Number(after);
  throw new ServiceError('invalid_request', 'Last-Event-ID must be a sequence');
}
