import { z } from 'zod';
import { maxWakeUrlCharacters } from '../limits.ts';
import { example } from './example.ts';
import { operation } from './operation.ts';
import { ok, spacePath, wakeView } from './schemas.ts';

const path = '/hub/space/{spaceId}/wake';

export const wakes = () => ({
  putWake: operation({
    method: 'PUT',
    path,
    summary: 'Set your wake address: the URL that is called when a delivery to you is queued',
    description:
      'Replaces the address that you had. Returns the secret that signs all requests (Standard Webhooks); it is shown only once. ' +
      'The first request is a `wake.verify`, whose `challenge` the receiver must echo; until then, nothing else is sent.',
    example: {
      input: { ...example.inSpace, url: example.wake.url },
      output: { secret: example.wakeSecret },
    },
    tag: 'Wake',
    auth: 'member',
    input: spacePath.extend({
      url: z
        .url({ protocol: /^https?$/, error: 'must be an https URL' })
        .max(maxWakeUrlCharacters, `must have at most ${maxWakeUrlCharacters} characters`)
        .meta({ description: 'An https URL with a public network address and without a user name or password' }),
    }),
    output: z
      .object({ secret: z.string().meta({ description: 'Starts with `whsec_`; shown only once' }) })
      .meta({ id: 'WakeSecret', description: 'The secret that signs the requests to your wake address' }),
    errors: [400, 401, 404, 409, 429],
  }),

  getWake: operation({
    method: 'GET',
    path,
    summary: 'Get your wake address and its state',
    description: 'Nobody else can see it. 404 `wake_not_found` means that you have none.',
    example: { input: example.inSpace, output: example.wake },
    tag: 'Wake',
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
    example: { input: example.inSpace, output: { ok: true } },
    tag: 'Wake',
    auth: 'member',
    input: spacePath,
    output: ok,
    errors: [401, 404, 409, 429],
    worksWhenFull: true,
  }),
});
