import type { Operation } from '@parley/core';

/** The values of `--allow`. */
export const groups = ['read', 'send', 'artifacts', 'join', 'manage'] as const;

export type Group = (typeof groups)[number];

const joins = new Set(['/hub/space', '/hub/space/{spaceId}/join', '/hub/space/{spaceId}/leave', '/hub/space/{spaceId}/key']);

/** The group of the tool that runs an operation. */
export function groupOf({ method, path, tag }: Operation): Group {
  if (method === 'GET') return 'read';
  if (tag === 'Messages' || tag === 'Deliveries') return 'send';
  if (tag === 'Artifacts') return 'artifacts';
  return joins.has(path) ? 'join' : 'manage';
}
