import type { Instant } from '../../kernel/instant.ts';

const minute = 60_000;

/** How long to wait between polls: the quieter the space, the longer (decisions §7). */
export function pollingInterval(lastEventAt: Instant, now: Instant): number {
  const quiet = now - lastEventAt;
  if (quiet < minute) return 2_000;
  if (quiet < 10 * minute) return 5_000;
  return quiet < 60 * minute ? 15_000 : 30_000;
}
