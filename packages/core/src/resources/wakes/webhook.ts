import { maxWakeUrlCharacters } from './limits.ts';

/** How long a subscription to a URL lasts, in ms, until it is asked for again. */
const lifetime = { least: 60_000, usual: 3_600_000, most: 7 * 86_400_000 };

/** Limits of subscriptions that are delivered to a URL. */
export const limits = { perParticipant: 50, perSpace: 500, urlCharacters: maxWakeUrlCharacters };

/** How long it is granted: what its client suggests, within bounds. One without end gets the longest. */
export function grantedMs(suggested: number | null | undefined): number {
  if (suggested === undefined) return lifetime.usual;
  return Math.min(Math.max(suggested ?? lifetime.most, lifetime.least), lifetime.most);
}

const prefix = 'whsec_';
const bytes = { least: 24, most: 64 };

/** Whether a text is a secret of Standard Webhooks: base64 of as many random bytes as the extension asks for. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(prefix)) return false;
  const encoded = text.slice(prefix.length);
  if (!/^(?:[A-Za-z\d+/]{4})+(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(encoded)) return false;
  const length = (encoded.length / 4) * 3 - (/=*$/.exec(encoded)?.[0].length ?? 0);
  return length >= bytes.least && length <= bytes.most;
}

/** For how long requests are signed with the secret before a new one too: some are on their way. */
export const bothSecretsMs = 300_000;

/** The statuses of an answer which may be another one later, although they say that the request is wrong. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** What an answer that does not accept an event means: for how long it is to be tried. */
export function verdictOn(status: number | undefined): 'never' | 'sometimes' | 'again' {
  if (status === 410 || status === 413) return 'never';
  return status !== undefined && status >= 300 && status < 500 && !passing.has(status) ? 'sometimes' : 'again';
}
