import type { ParticipantView, Reach } from '@parley/sdk';
import { roughly } from '../text/roughly.ts';

const words: Record<Reach, string> = { live: 'here now', wakeable: 'away, can be woken', away: 'away' };

/** Whether somebody can be reached, and if not, since when. */
export function reachInWords({ reach, lastSeenAt }: Pick<ParticipantView, 'reach' | 'lastSeenAt'>, now: number): string {
  if (reach === undefined) return '';
  if (reach !== 'away' || lastSeenAt === undefined) return words[reach];
  return `away, seen ${roughly((now - Date.parse(lastSeenAt)) / 1_000)} ago`;
}
