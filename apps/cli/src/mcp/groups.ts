import type { Operation } from '@parley/core';

/** The values of `--allow`. */
export const groups = ['read', 'send', 'artifacts', 'join', 'manage'] as const;

export type Group = (typeof groups)[number];

/** The group of the tool that runs an operation. */
export const groupOf = ({ method, tag, forModels }: Operation): Group =>
  method === 'GET' ? 'read' : (forModels?.permission ?? tag.permission);
