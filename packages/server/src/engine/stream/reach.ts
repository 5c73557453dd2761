import { type ParticipantView, isGone, reach as reachRules, type Instant, type Participant } from '@parley/core';
import { dateTime } from '../present/time.ts';

/** When the participants of a space were last seen, as far as views need it. */
export interface KnownPresence {
  readonly liveMs: number;
  /** Changes when a view would be another one, except by time alone. */
  readonly version: number;
  lastSeenAt(participantId: string): Instant | undefined;
  wakeAnsweredAt(participantId: string): Instant | undefined;
}

/** What is known about how a participant can be reached. */
function traceOf(participant: Participant, presence: KnownPresence): reachRules.Trace {
  if (isGone(participant)) return {};
  const { participantId } = participant;
  return { lastSeenAt: presence.lastSeenAt(participantId), wakeAnsweredAt: presence.wakeAnsweredAt(participantId) };
}

export function reachOf(participant: Participant, presence: KnownPresence, now: Instant): reachRules.Reach {
  return reachRules.reachOf(traceOf(participant, presence), now, presence.liveMs);
}

/** When time alone will next change the reach of one of them. */
export const reachUntil = (participants: Iterable<Participant>, presence: KnownPresence, now: Instant): Instant => {
  let until = Infinity;
  for (const participant of participants) {
    until = Math.min(until, reachRules.reachUntil(traceOf(participant, presence), now, presence.liveMs));
  }
  return until;
};

export function reachView(
  participant: Participant,
  presence: KnownPresence,
  now: Instant,
): Pick<ParticipantView, 'reach' | 'lastSeenAt'> {
  const { lastSeenAt } = traceOf(participant, presence);
  return {
    reach: reachOf(participant, presence, now),
    ...(lastSeenAt !== undefined && { lastSeenAt: dateTime(reachRules.seenAbout(lastSeenAt, presence.liveMs)) }),
  };
}
