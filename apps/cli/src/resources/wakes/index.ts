import type { Resource } from '../../resource.ts';

export const wakes: Resource = {
  failures: { wake_not_found: { reason: 'notFound', hint: '`parley wake set URL` sets a wake address' } },
};
