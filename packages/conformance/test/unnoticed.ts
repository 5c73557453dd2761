import { rewriting, spaceIn, withField, type Breach } from './breaches.ts';
import type { Passage, Tampering } from './proxy.ts';

/** Shows everyone who was approved, in the lists of participants that `isShown` selects. */
function showingApproved(
  isShown: (passage: Pick<Passage, 'path'> & { method?: string }) => boolean,
): (server: string) => Tampering {
  return (server) => {
    const participants = new Map<string, unknown>();
    return {
      answer: async (passage) => {
        const [, space] = /^\/hub\/space\/([^/]+)\/participants\/[^/]+\/approve$/.exec(passage.path) ?? [];
        if (space !== undefined && passage.status === 200) {
          const response = await fetch(`${server}/hub/space/${space}`, { headers: { 'x-private-key': passage.key! } });
          participants.set(space, ((await response.json()) as { participants: unknown }).participants);
        }
        const shown = participants.get(spaceIn(passage.path));
        if (shown && passage.status === 200 && isShown(passage)) withField(passage, 'participants', shown);
      },
      event: (block, { path }) => {
        const shown = participants.get(spaceIn(path));
        if (!shown || !block.startsWith('event: context') || !isShown({ path })) return block;
        const data = JSON.parse(block.slice(block.indexOf('data: ') + 6).replaceAll('\ndata: ', '')) as object;
        return `event: context\ndata: ${JSON.stringify({ ...data, participants: shown })}`;
      },
    };
  };
}

const appearing = {
  only: 'joinSpace, private',
  promise: 'is shown to the owner immediately, to others from the first use of the key',
};

/** Breaches that once went unnoticed. */
export const unnoticed: Breach[] = [
  {
    ...{
      what: 'createdAt changes',
      only: 'an artifact keeps',
      promise: 'keeps its `createdAt`, its creator and its name, whatever is done to it',
    },
    tampering: () => rewriting('PATCH', /\/artifact\/[^/]+$/, (body) => ({ ...body, createdAt: body.updatedAt })),
  },
  {
    ...{
      what: 'createdAt of a token changes',
      only: 'when it is used and revoked',
      promise: 'keeps its `createdAt`, name and prefix when it is used and revoked',
    },
    tampering: () =>
      rewriting('GET', /\/tokens/, (body) => body.map((each: object) => ({ ...each, createdAt: new Date().toISOString() }))),
  },
  ...(['getSpace', 'listMessages', 'sendMessage'] as const).map((operation): Breach => {
    const [method, path] = {
      getSpace: ['GET', /\/space\/[^/]+$/],
      listMessages: ['GET', /\/messages$/],
      sendMessage: ['POST', /\/messages$/],
    }[operation] as [string, RegExp];
    return {
      ...{
        what: `summaries in ${operation} keep the first version`,
        only: 'in each summary',
        promise: 'has in each summary the version, the name and the `updatedAt` of its last write',
      },
      tampering: () =>
        rewriting(method, path, (body) => ({
          ...body,
          artifacts: body.artifacts.map((each: object) => ({ ...each, version: 1 })),
        })),
    };
  }),
  {
    ...{
      what: 'summaries in events keep the first version',
      only: 'in each summary',
      promise: 'has in each summary the version of the last write',
    },
    tampering: () => ({
      event: (block) => (block.includes('event: context') ? block.replaceAll(/"version":\d+/g, '"version":1') : block),
    }),
  },
  {
    ...{ what: 'HEAD is not served', only: 'HEAD answers', promise: 'for getSpace' },
    tampering: () => ({ answer: (passage) => void (passage.status = passage.method === 'HEAD' ? 405 : passage.status) }),
  },
  {
    ...{ what: 'HEAD describes another answer', only: 'HEAD answers', promise: 'for a download and its name' },
    tampering: () => ({
      answer: (passage) => {
        if (passage.method === 'HEAD') passage.headers['content-type'] = 'text/plain';
      },
    }),
  },
  {
    ...{ what: 'health is limited', only: 'without limit', promise: 'can call health without limit: 200' },
    tampering: () => {
      let asked = 0;
      return {
        instead: (_, path) => (path === '/api/health' && (asked += 1) > 300 ? { status: 429, body: { error: 'no' } } : undefined),
      };
    },
  },
  {
    ...{ what: '/trpc is gone', only: '/trpc', promise: 'shares a meeting with /hub' },
    tampering: () => ({ instead: (_, path) => (path.startsWith('/trpc') ? { status: 404, body: { error: 'no' } } : undefined) }),
  },
  {
    ...{
      what: '/trpc refuses with another status',
      only: '/trpc',
      promise: 'refuses with the same status and code as /hub',
    },
    tampering: () => ({ answer: (passage) => void (passage.path.startsWith('/trpc/lockArtifact') && (passage.status = 409)) }),
  },
  {
    ...{
      what: '/llms.txt lists a page that does not exist',
      only: '/llms.txt',
      promise: 'is listed at /llms.txt, each page as Markdown and as HTML',
    },
    tampering: () => ({
      answer: (passage) => void (passage.path === '/llms.txt' && (passage.body = passage.body.replace('.md)', 's.md)'))),
    }),
  },
  {
    ...{
      what: '/llms.txt is gone',
      only: '/llms.txt',
      promise: 'is listed at /llms.txt, each page as Markdown and as HTML',
    },
    tampering: () => ({ instead: (_, path) => (path === '/llms.txt' ? { status: 404, body: { error: 'no' } } : undefined) }),
  },
  ...(
    [
      ['getSpace', 'GET', /^\/hub\/space\/[^/]+$/],
      ['listMessages', 'GET', /\/messages$/],
      ['sendMessage', 'POST', /\/messages$/],
      ['a stream', undefined, /\/messages\/stream/],
    ] as const
  ).map(([where, method, path]): Breach => ({
    ...{ what: `an approved joiner who has not used the key is shown in ${where}`, ...appearing },
    tampering: showingApproved((passage) => passage.method === method && path.test(passage.path)),
  })),
  ...['lockArtifact', 'streamMessages'].map((name): Breach => ({
    ...{ what: `${name} is missing in /openapi.json`, only: 'openapi.json' },
    promise: `declares ${name} at its path, with every status it can answer`,
    tampering: () => ({
      answer: (passage) => {
        if (passage.path === '/openapi.json')
          passage.body = passage.body.replace(`"operationId":"${name}"`, '"operationId":"other"');
      },
    }),
  })),
  {
    ...{
      what: 'a stream has no `retry:`',
      only: 'sends `ready` first',
      promise: 'sends `ready` first, then the backlog, then `context`',
    },
    tampering: () => ({ event: (block) => block.replace(/^retry: .*\n/m, '') }),
  },
];
