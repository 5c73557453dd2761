import type { CatchUp } from '@parley/sdk';
import type { Section } from '../../resource.ts';
import { harmless } from '../../watch/harmless.ts';

export const proposed = ({ proposals }: CatchUp['todo']): string[] =>
  proposals.map(({ authorName, artifactName }) => harmless(`${authorName} proposes a change of ${artifactName}`));

export const caughtUp = ({ decided, artifacts }: CatchUp): Section[] => [
  {
    heading: 'Decided',
    lines: decided.map(({ artifactName, state, version }) =>
      harmless(`A change of ${artifactName} was ${state}${version === undefined ? '' : `: version ${version}`}`),
    ),
  },
  { heading: 'Changed', lines: artifacts.map(changed) },
];

function changed({ name, from, to, deleted, authors, added, removed }: CatchUp['artifacts'][number]): string {
  const what = deleted ? 'deleted' : from === undefined ? `new, version ${to}` : `version ${from} to ${to}`;
  const lines = added === undefined ? '' : `, +${added} −${removed} lines`;
  const by = authors.length > 0 ? `, by ${authors.map((author) => author.name).join(', ')}` : '';
  return harmless(`${name}: ${what}${lines}${by}`);
}
