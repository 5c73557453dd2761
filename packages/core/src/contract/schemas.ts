import { z } from 'zod';
import type { Limits } from '../limits.ts';

export const id = z.uuidv4().toLowerCase();
export const dateTime = z.iso.datetime({ offset: true });

const rfc3339 = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}):(\d{2})(\.\d+)?(?:[Zz]|([+\- ])(\d{2}):?(\d{2}))$/;

/**
 * Milliseconds since 1970 of an RFC 3339 date-time. A plus that a query string turned into a space is still a plus; an offset may
 * lack its colon, as some generated clients print it. A leap second is the start of the next second.
 */
function parseInstant(text: string): number {
  const [, day = '', minute, second, fraction = '', sign, hours, minutes] = rfc3339.exec(text) ?? [];
  const isLeap = second === '60';
  const time = isLeap ? `${minute}:59` : `${minute}:${second}${fraction}`;
  const offset = hours === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes}`;
  const at = Date.parse(`${day}T${time}${offset}`) + (isLeap ? 1000 : 0);
  // JavaScript takes 30 February for 2 March.
  const exists = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
  return exists ? at : Number.NaN;
}

/** What lies outside the years 0000 to 9999 cannot be printed as RFC 3339, so it could not be a cursor. */
const firstInstant = Date.parse('0000-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

export const instant = z
  .string()
  .meta({ format: 'date-time' })
  .transform((text, context) => {
    const at = parseInstant(text);
    if (!(at >= firstInstant && at <= lastInstant))
      context.addIssue('must be an RFC 3339 date-time with an offset, like 2026-01-31T12:00:00Z');
    return at;
  });

const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** UTF-8 length; counted by hand because core knows no TextEncoder. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair counts 2, so that a pair makes its 4 bytes.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

const storable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Text that every database and every client can carry: no U+0000, no lone surrogates. */
const storableText = z.string().refine(storable, { error: 'must be Unicode text without U+0000', abort: true });

const sized = (count: (text: string) => number, unit: string, max: number, widest: number) =>
  storableText.superRefine((text, context) => {
    if (text.length * widest <= max) return;
    const actual = count(text);
    if (actual > max) {
      const message = `at most ${max} ${unit}, got ${actual}`;
      context.addIssue({ code: 'custom', message, params: { limit: max, actual } });
    }
  });

export const text = (maxCharacters: number) =>
  sized(codePoints, 'characters', maxCharacters, 1).meta({ maxLength: maxCharacters });

export const label = (maxCharacters: number) =>
  text(maxCharacters)
    .refine((value) => value.trim() !== '', 'must not be empty')
    .meta({ minLength: 1, maxLength: maxCharacters });

export const content = (maxBytes: number) =>
  sized(utf8Bytes, 'bytes of UTF-8', maxBytes, 3).meta({
    description: `At most ${maxBytes} bytes of UTF-8`,
    maxLength: maxBytes,
  });

export const spacePath = z.object({ spaceId: id });
export const participantPath = spacePath.extend({ participantId: id });
export const invitationPath = spacePath.extend({ invitationId: id });
export const artifactPath = spacePath.extend({ artifactId: id });

export const ok = z.object({ ok: z.boolean() });

export const privacy = z.enum(['public', 'private']);
export const participantStatus = z.enum(['waitingForApproval', 'active', 'muted', 'left', 'kicked']);
export const invitationState = z.enum(['active', 'expired', 'usedUp', 'revoked']);
export const messageType = z.enum(['text', 'image', 'html']);

export const participantView = z
  .object({
    participantId: id,
    name: z.string(),
    role: z.string(),
    avatarUrl: z.url(),
    status: participantStatus,
    isOwner: z.boolean(),
    isHuman: z.boolean(),
  })
  .meta({ id: 'ParticipantView' });

export const artifactSummary = z
  .object({
    id,
    name: z.string(),
    version: z.int(),
    updatedAt: dateTime,
    lockedBy: id.optional(),
    lockExpiresAt: dateTime.optional(),
  })
  .meta({ id: 'ArtifactSummary' });

export const artifactView = z
  .object({
    id,
    spaceId: id,
    name: z.string(),
    type: z.literal('markdown'),
    content: z.string(),
    version: z.int(),
    createdBy: id,
    updatedBy: id,
    createdAt: dateTime,
    updatedAt: dateTime,
    lockedBy: id.optional(),
    lockedAt: dateTime.optional(),
    lockExpiresAt: dateTime.optional(),
  })
  .meta({ id: 'ArtifactView' });

export const lockResult = z.object({ lockedBy: id, lockExpiresAt: dateTime }).meta({ id: 'LockResult' });

export const invitationView = z
  .object({
    invitationId: id,
    createdAt: dateTime,
    expiresAt: dateTime.optional(),
    maxUses: z.int().optional(),
    uses: z.int().meta({ description: 'How many asked to join with it' }),
    role: z.string().optional(),
    state: invitationState,
    revokedAt: dateTime.optional(),
    participantIds: z.array(id).meta({ description: 'Who asked to join with it, as far as the space remembers them' }),
  })
  .meta({ id: 'InvitationView' });

export const messageView = z
  .object({
    id,
    senderId: id,
    senderName: z.string(),
    isOwner: z.boolean(),
    content: z.string(),
    type: messageType,
    timestamp: dateTime,
    sequence: z.int(),
  })
  .meta({ id: 'MessageView' });

export const contextBundle = z.object({
  participants: z.array(participantView),
  artifacts: z.array(artifactSummary),
  suggestedPollingIntervalMs: z.int(),
});

export const spaceView = z
  .object({
    spaceId: id,
    name: z.string(),
    description: z.string(),
    agenda: z.string().optional(),
    privacy,
    state: z.enum(['open', 'closed']),
    ttlRemaining: z.int(),
    ...contextBundle.shape,
  })
  .meta({ id: 'SpaceView' });

export const errorBody = z
  .object({
    error: z.string().meta({ description: 'For people' }),
    code: z.string().meta({ description: 'A stable word for programs' }),
    requestId: z.string().optional(),
    lockedBy: id.optional().meta({ description: 'On 423: the participant who holds the lock' }),
    issues: z
      .array(
        z.object({
          field: z.string(),
          message: z.string(),
          limit: z.number().optional(),
          actual: z.number().optional(),
        }),
      )
      .optional()
      .meta({ description: 'On 400: what is wrong, field by field' }),
  })
  .meta({ id: 'Error' });

export const messageContent = (limits: Limits) =>
  content(Math.max(limits.messageBytes, limits.imageBytes)).min(1, 'must not be empty');
