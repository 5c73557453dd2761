import type { DecisionView } from '@parley/sdk';
import { localTime } from '../../local-time.ts';
import { labelOf } from './option.ts';

/** What came of it: the label of an option, or how it ended. */
export function outcomeInWords(decision: DecisionView): string {
  const { state, outcome, expiresAt } = decision;
  if (outcome !== undefined) return `decided: ${labelOf(decision, outcome)}`;
  return state === 'open' && expiresAt !== undefined ? `open until ${localTime(expiresAt)}` : state;
}

/** What an answer has brought about. */
export function consequence(decision: DecisionView): string {
  const { state, voters } = decision;
  if (state !== 'open') return outcomeInWords(decision).replace(/^./, (first) => first.toUpperCase());
  return `${voters.filter(({ answered }) => answered).length} of ${voters.length} have answered; you can change it while it is open`;
}

export function versionInWords({
  name,
  version,
  sha256,
  currentVersion,
  changedSince,
}: NonNullable<DecisionView['artifact']>): string {
  const now =
    currentVersion === undefined ? 'it was deleted since' : `it has changed since: version ${currentVersion} is not meant`;
  return `version ${version} of ${name}, SHA-256 ${sha256.slice(0, 12)}…${changedSince ? `; ${now}` : ''}`;
}
