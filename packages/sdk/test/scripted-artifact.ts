import { Artifact, Parley, type ArtifactView } from '../src/index.ts';
import { scripted, type Step } from './scripted-fetch.ts';

export const id = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
export const view = { id, name: 'Plan', content: 'one\n', version: 1 } as ArtifactView;
export const diff = { from: 1, to: 2, hunks: [], added: 1, removed: 0, truncated: false };
export const path = `/hub/space/${id}/artifact/${id}`;

/** An artifact, and what its calls send. */
export function plan(...steps: [Step, ...Step[]]) {
  const { fetch, requests } = scripted(...steps);
  const space = new Parley({ baseUrl: 'http://parley.test', fetch }).space({ spaceId: id, key: 'k' });
  const sent = () =>
    Promise.all(
      requests.map(async ({ method, url, body, headers }, i) => {
        const { pathname, search } = new URL(url);
        const text = body ? ((await requests[i]!.clone().json()) as object) : undefined;
        return { call: `${method} ${pathname}${search}`, body: text, idempotencyKey: headers.get('idempotency-key') };
      }),
    );
  return { artifact: new Artifact(space, { ...view }), requests, sent };
}

export const refused = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('succeeded')),
    (error: unknown) => error,
  );
