import { z } from 'zod';
import { maxWakeCredentialCharacters, maxWakeUrlCharacters } from './limits.ts';
import type { Wake } from './entity.ts';
import * as meeting from '../../kernel/example.ts';
import * as example from './example.ts';
import { entity, resource, type Tag } from '../../kernel/resource.ts';
import { operation } from '../../kernel/operation.ts';
import { a2aVersion, wakeView } from './views.ts';
import { ok, spacePath } from '../../kernel/schemas.ts';
import { errors } from './errors.ts';

const path = '/hub/space/{spaceId}/wake';

/** What can be sent in a header. */
const headerText = z
  .string()
  .min(1)
  .max(maxWakeCredentialCharacters)
  .regex(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/, 'must be printable ASCII');

const a2a = z
  .object({
    version: a2aVersion,
    id: z.string().min(1).max(200).optional().meta({ description: 'Your name for the configuration' }),
    token: headerText.optional().meta({ description: 'Sent back in the header `X-A2A-Notification-Token`' }),
    authentication: z
      .object({
        scheme: z
          .string()
          .max(100)
          .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be an HTTP authentication scheme')
          .meta({ description: 'Such as `Bearer`' }),
        credentials: headerText,
      })
      .optional()
      .meta({ description: 'Sent in the header `Authorization`' }),
  })
  .meta({ id: 'A2aWake', description: 'How a receiver that expects push notifications of A2A is called' });

const callable = z
  .url({ protocol: /^https?$/, error: 'must be an https URL' })
  .max(maxWakeUrlCharacters, `must have at most ${maxWakeUrlCharacters} characters`);

const subscription = z
  .object({
    endpoint: callable.meta({ description: 'The URL at the push service of the browser; who knows it can send to it' }),
    keys: z
      .object({
        p256dh: z
          .string()
          .regex(/^B[\w-]{86}$/, 'must be an uncompressed point of P-256 in base64url')
          .meta({ description: 'The public key of the browser' }),
        auth: z
          .string()
          .regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url')
          .meta({ description: 'The secret that the browser shares with the sender' }),
      })
      .meta({ description: 'With which messages to the browser are encrypted (RFC 8291)' }),
  })
  .meta({ id: 'WebPushSubscription', description: 'A subscription to Web Push, as the browser describes it' });

/** Refuses an input that is neither a URL nor a subscription, and one that is both. */
const isOneKind = (input: { url?: unknown; a2a?: unknown; kind?: unknown; subscription?: unknown }): boolean =>
  input.kind === undefined
    ? input.url !== undefined && input.subscription === undefined
    : input.url === undefined && input.a2a === undefined && input.subscription !== undefined;

const tag: Tag = {
  name: 'Wake',
  description: 'Be notified of deliveries by an HTTP request to a URL of yours.',
  permission: 'manage',
};

const entities = {
  wakes: entity<Wake>({
    idOf: ({ wakeId }) => wakeId,
    charactersOf: ({ url, a2a = '', push = '' }) => url.length + a2a.length + push.length,
    atEnd: () => null,
  }),
};

const operations = () => ({
  putWake: operation({
    method: 'PUT',
    path,
    summary: 'Set your wake address: the URL that is called when a delivery to you is queued',
    description:
      'Replaces the address that you had. Returns the secret that signs all requests (Standard Webhooks); it is shown only once. ' +
      'The first request is a `wake.verify`, whose `challenge` the receiver must echo; until then, nothing else is sent. ' +
      'With `kind: "webpush"` and `subscription` in place of `url`, a browser shows a notification, and there is no secret.',
    example: {
      input: { ...meeting.inSpace, url: example.wake.url },
      output: { secret: example.secret },
    },
    tag,
    auth: 'member',
    input: spacePath
      .extend({
        url: callable.optional().meta({
          description:
            'An https URL with a public network address and without a user name or password; required without `subscription`',
        }),
        a2a: a2a.optional().meta({
          description:
            'Sends push notifications of A2A instead; there is no challenge: any status from 200 to 299 accepts the first one',
        }),
        kind: z.literal('webpush').optional().meta({ description: 'Sends Web Push to `subscription` instead' }),
        subscription: subscription
          .optional()
          .meta({ description: 'Of a browser to Web Push; its keys and endpoint are shown to nobody' }),
      })
      .refine(isOneKind, { path: ['url'], error: 'is required, unless kind is "webpush": then subscription is, and only that' }),
    output: z
      .object({
        secret: z
          .string()
          .optional()
          .meta({ description: 'Starts with `whsec_`; shown only once; absent if your wake address is a browser' }),
      })
      .meta({ id: 'WakeSecret', description: 'The secret that signs the requests to your wake address' }),
    errors: [400, 401, 404, 409, 429],
    forModels: { hides: ['a2a', 'kind', 'subscription'] },
  }),

  getWake: operation({
    method: 'GET',
    path,
    summary: 'Get your wake address and its state',
    description: 'Nobody else can see it. 404 `wake_not_found` means that you have none.',
    example: { input: meeting.inSpace, output: example.wake },
    tag,
    auth: 'member',
    input: spacePath,
    output: wakeView,
    errors: [401, 404, 429],
  }),

  deleteWake: operation({
    method: 'DELETE',
    path,
    summary: 'Remove your wake address',
    description: 'What was still to be sent to it is discarded. Removing it again has no effect.',
    example: { input: meeting.inSpace, output: { ok: true } },
    tag,
    auth: 'member',
    input: spacePath,
    output: ok,
    errors: [401, 404, 409, 429],
    whenFull: 'works',
  }),

  getPushKey: operation({
    method: 'GET',
    path: '/api/push-key',
    summary: 'Get the key that a browser subscribes to Web Push with',
    description: 'The `applicationServerKey` of the browser. It is the same as long as the server keeps its secret.',
    example: { input: {}, output: { publicKey: example.pushKey } },
    tag,
    auth: 'none',
    input: z.object({}),
    output: z
      .object({ publicKey: z.string().meta({ description: 'An uncompressed point of P-256, in base64url' }) })
      .meta({ id: 'PushKey', description: 'The public key that identifies this server to push services (VAPID)' }),
    errors: [429],
  }),
});

export const wakes = resource({ tag, entities, errors, operations });
