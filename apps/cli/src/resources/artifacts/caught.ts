import type { CatchUp } from '@parley/sdk';
import type { Section } from '../../resource.ts';
import { harmless } from '../../watch/harmless.ts';

export const caughtUp = ({ artifacts }: CatchUp): Section[] => [{ heading: 'Changed', lines: artifacts.map(changed) }];

function changed({ name, from, to, deleted, authors, added, removed }: CatchUp['artifacts'][number]): string {
  const what = deleted ? 'deleted' : from === undefined ? `new, version ${to}` : `version ${from} to ${to}`;
  const lines = added === undefined ? '' : `, +${added} −${removed} lines`;
  const by = authors.length > 0 ? `, by ${authors.map((author) => author.name).join(', ')}` : '';
  return harmless(`${name}: ${what}${lines}${by}`);
}
