import type { DecisionView } from '@parley/sdk';

const mostOptions = 10;

/** What a form says of a new decision. */
export interface Wish {
  title: string;
  text?: string | undefined;
  options?: { label: string }[] | undefined;
  voters: 'owner' | 'humans' | 'all' | string[];
  rule: DecisionView['rule'];
  secret: boolean;
  expiresInSeconds?: number | undefined;
  artifact?: { artifactId: string; version: number } | undefined;
}

/** Reads the form. Empty fields are left out, so that the service chooses. */
export function wishIn(form: FormData): Wish {
  const field = (name: string) => String(form.get(name) ?? '').trim() || undefined;
  const voters = field('voters');
  const artifactId = field('artifact');
  const seconds = Number(field('expires'));
  return {
    title: field('title') ?? '',
    text: field('text'),
    options: field('kind') === 'own' ? optionsIn(field('options') ?? '').map((label) => ({ label })) : undefined,
    voters: voters === 'some' ? form.getAll('voter').map(String) : (voters as 'owner' | 'humans' | 'all'),
    rule: (field('rule') ?? 'first') as Wish['rule'],
    secret: form.has('secret'),
    expiresInSeconds: seconds || undefined,
    artifact: artifactId === undefined ? undefined : { artifactId, version: Number(field('version')) },
  };
}

/** Each line is an option; empty ones and repetitions are none. */
export const optionsIn = (lines: string): string[] => [...new Set(lines.split('\n').map((line) => line.trim()))].filter(Boolean);

/** Why a wish cannot be sent, in words for who wrote it. */
export function mistakeIn({ options, voters, rule, expiresInSeconds }: Wish): string | undefined {
  if (options && (options.length < 2 || options.length > mostOptions)) return `Write 2 to ${mostOptions} options, one per line.`;
  if (Array.isArray(voters) && voters.length === 0) return 'Choose who answers.';
  if (rule !== 'no-objection') return undefined;
  if (options) return 'Without objections only “Approve” and “Reject” can be the options.';
  return expiresInSeconds === undefined ? 'Without objections it needs a time at which it ends.' : undefined;
}
