import type { Passage, Tampering } from './proxy.ts';

/** A way to break a promise, and the check that must notice it. */
export interface Breach {
  what: string;
  /** The checks to run against it. */
  only: string;
  promise: string;
  tampering: (server: string) => Tampering;
}

const noSecret = 'no secret ever seen appears outside the operation that returns it';

export const spaceIn = (path: string): string => /\/space\/([^/?]+)/.exec(path)?.[1] ?? '';

/** Rewrites a JSON answer of one kind of request. */
export function rewriting(method: string, path: RegExp, rewrite: (body: any, passage: Passage) => unknown): Tampering {
  return {
    answer: (passage) => {
      const isJson = passage.headers['content-type']?.startsWith('application/json');
      if (passage.method !== method || passage.status >= 300 || !path.test(passage.path) || !isJson) return;
      passage.body = JSON.stringify(rewrite(JSON.parse(passage.body), passage));
    },
  };
}

/** Remembers the owner keys that it sees, and leaks the one of the space. */
function leakingOwnerKey(leak: (passage: Passage, ownerKey: string) => void): Tampering {
  const keys = new Map<string, string>();
  return {
    answer: (passage) => {
      if (passage.method === 'POST' && passage.path === '/hub/space' && passage.status === 200) {
        const { spaceId, ownerPrivateKey } = JSON.parse(passage.body) as { spaceId: string; ownerPrivateKey: string };
        keys.set(spaceId, ownerPrivateKey);
      }
      const ownerKey = keys.get(spaceIn(passage.path));
      if (ownerKey !== undefined) leak(passage, ownerKey);
    },
  };
}

export const withField = (passage: Passage, field: string, value: unknown): void => {
  passage.body = JSON.stringify({ ...(JSON.parse(passage.body) as object), [field]: value });
};

/** Ways to leak a secret. */
export const leaks: Breach[] = [
  {
    ...{ what: 'getSpace shows the owner key', only: 'with any of the three kinds of key', promise: noSecret },
    tampering: () =>
      leakingOwnerKey((passage, key) => {
        if (/^\/hub\/space\/[^/]+$/.test(passage.path) && passage.status === 200) withField(passage, 'ownerPrivateKey', key);
      }),
  },
  {
    ...{ what: 'an invitation list shows the keys', only: '200 with the state of each', promise: noSecret },
    tampering: () => {
      const keys = new Map<string, string>();
      return {
        answer: (passage) => {
          if (passage.status !== 200) return;
          if (passage.path.endsWith('/invite')) {
            const { invitationId, publicInvitationKey } = JSON.parse(passage.body) as Record<string, string>;
            keys.set(invitationId!, publicInvitationKey!);
          }
          if (!passage.path.endsWith('/invitations')) return;
          const { invitations } = JSON.parse(passage.body) as { invitations: { invitationId: string }[] };
          withField(
            passage,
            'invitations',
            invitations.map((each) => ({ ...each, label: `(${keys.get(each.invitationId)})` })),
          );
        },
      };
    },
  },
  {
    ...{ what: 'a list shows the key of the caller', only: 'in order of creation', promise: noSecret },
    tampering: () => rewriting('GET', /\/artifact$/, (body, { key }) => ({ ...body, debug: { key: `prefix_${key}` } })),
  },
  {
    ...{ what: 'the token list shows a token', only: 'shown once, then listed without its secret', promise: noSecret },
    tampering: () => {
      let token: string;
      return {
        answer: (passage) => {
          if (!passage.path.startsWith('/hub/me/tokens')) return;
          if (passage.status === 201) ({ token } = JSON.parse(passage.body) as { token: string });
          else if (passage.status === 200)
            passage.body = JSON.stringify((JSON.parse(passage.body) as object[]).map((each) => ({ ...each, hint: token })));
        },
      };
    },
  },
  {
    ...{ what: 'a header carries the owner key', only: 'in order of creation', promise: noSecret },
    tampering: () => leakingOwnerKey((passage, key) => void (passage.headers['x-debug'] = `key=${key}`)),
  },
  {
    ...{ what: 'an error names the key', only: 'if another participant holds the lock, also for the owner', promise: noSecret },
    tampering: () =>
      leakingOwnerKey((passage, key) => {
        if (passage.status === 423) withField(passage, 'error', `The owner (${key}) may unlock it`);
      }),
  },
  {
    ...{ what: 'a page shows the owner key', only: '200 with links that work', promise: noSecret },
    tampering: () =>
      leakingOwnerKey((passage, key) => {
        if (passage.headers['content-type']?.startsWith('text/html')) passage.body += `<!-- ${key} -->`;
      }),
  },
  {
    ...{
      what: 'an event carries the key of the listener',
      only: 'shows the space, its participants and its artifacts',
      promise: noSecret,
    },
    tampering: () => ({ event: (block, { key }) => block.replace('"space":{', `"space":{"k":"${key}",`) }),
  },
  {
    ...{ what: 'the device code is in the answer to a poll', only: 'faster than the interval', promise: noSecret },
    tampering: () => {
      let code: string | undefined;
      return {
        answer: (passage) => {
          if (passage.status !== 200) return;
          if (passage.path === '/hub/link/start') ({ deviceCode: code } = JSON.parse(passage.body) as { deviceCode: string });
          if (passage.path === '/hub/link/poll') withField(passage, 'request', code);
        },
      };
    },
  },
  {
    ...{ what: 'an approval tells the owner the key of the approved', only: '200 with the same key until', promise: noSecret },
    tampering: (server) => {
      let invitation: string | undefined;
      return {
        answer: async (passage) => {
          if (passage.path.endsWith('/join')) invitation = passage.key;
          const [, space, participant] = /^(.*)\/participants\/(.*)\/approve$/.exec(passage.path) ?? [];
          if (space === undefined || passage.status !== 200) return;
          const headers = { 'x-private-key': invitation! };
          const joined = (await (await fetch(`${server}${space}/join/${participant}`, { headers })).json()) as object;
          passage.body = JSON.stringify({ ok: true, ...joined });
        },
      };
    },
  },
];

/** Breaches that need a lock that expires, or a human who approves. */
export const patient: Breach[] = [
  {
    ...{
      what: 'lock-expired is not sent',
      only: 'the event `lock-expired`',
      promise: 'reads as absent, and causes the event `lock-expired`',
    },
    tampering: () => ({ event: (block) => (block.includes('lock-expired') ? undefined : block) }),
  },
  {
    ...{
      what: 'a link token is returned again',
      only: 'after a human approved it',
      promise: '200 with the token once, after a human approved it; then 410',
    },
    tampering: () => {
      let told: string | undefined;
      return {
        answer: (passage) => {
          if (passage.path !== '/hub/link/poll') return;
          if (passage.status === 200 && passage.body.includes('"token"')) told = passage.body;
          if (passage.status === 410 && told !== undefined) [passage.status, passage.body] = [200, told];
        },
      };
    },
  },
];
