import { readFileSync } from 'node:fs';
import type { Tampering } from './proxy.ts';

/** The same list as that of the transcripts. */
const fields = JSON.parse(readFileSync(new URL('../scripts/added-fields.json', import.meta.url), 'utf8')) as string[];
const added = new Set([...fields, 'requestId']);
const addedPaths =
  /^\/(trpc|llms\.txt|docs)|\/invitations(\/|$)|\/budget\/|\/versions(\/|$)|\/diff$|\/artifact\/[^/]+\/(rename|restore)$/;

const without = (_field: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).filter(([name]) => !added.has(name) && !(name === 'lockExpiresAt' && 'error' in value)),
      )
    : value;

/** Reduces a server to `interface.md`: without the added fields, paths and events. */
export const bare: Tampering = {
  instead: (method, path) =>
    method === 'HEAD' || addedPaths.test(path) ? { status: 404, body: { error: 'There is nothing here' } } : undefined,
  answer: (passage) => {
    for (const name of ['etag', 'cache-control', 'allow']) delete passage.headers[name];
    if (passage.status === 405) passage.status = 404;
    if (!passage.headers['content-type']?.startsWith('application/json') || passage.body === '') return;
    const body = JSON.parse(passage.body) as { paths?: Record<string, unknown> };
    for (const path of Object.keys(body.paths ?? {})) {
      if (addedPaths.test(path)) delete body.paths![path];
    }
    passage.body = JSON.stringify(body, without);
  },
  event: (block) => {
    if (/^event: (ready|reset)|^:/m.test(block)) return undefined;
    return block.replace(/^id: .*\n/m, '').replace(/^data: (.*)$/m, 'data: {"payload":$1}');
  },
};
