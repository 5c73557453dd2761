import type { OpenWork } from '../../backend.ts';
import { word } from '../../page.ts';

/** The key in `_meta` of results: how many deliveries to the caller are open. */
export const openDeliveriesKey = 'parley/openDeliveries';

/** The field of structured content that says what waits. */
export const openWorkField = 'deliveriesToYou';

const mostNamed = 5;

/** How many deliveries are open, for programs. */
export const openWorkMeta = ({ queued, claimed }: OpenWork) => ({ [openDeliveriesKey]: queued + claimed.length });

/** What a model should know about its deliveries, and what it can do about them; undefined if there are none. */
export function openWorkNotice({ queued, claimed }: OpenWork): string | undefined {
  if (queued + claimed.length === 0) return undefined;
  const held = claimed
    .slice(0, mostNamed)
    .map(({ id, leaseExpiresAt }) => `${word(id)}, expires ${word(leaseExpiresAt).replace(/\.\d+Z$/, 'Z')}`);
  const more = claimed.length > mostNamed ? '; and others' : '';
  const parts = [
    ...(claimed.length > 0 ? [`${claimed.length} claimed by you (${held.join('; ')}${more})`] : []),
    ...(queued > 0 ? [`${queued} queued`] : []),
  ];
  const advice = [
    ...(claimed.length > 0
      ? ['send_message with replyTo, settle_delivery, or what the message asks for, ends one that you claimed']
      : []),
    ...(queued > 0 ? ['claim_delivery takes the next one'] : []),
  ];
  return `Deliveries to you: ${parts.join(', ')}. ${advice.join('; ')}.`;
}
