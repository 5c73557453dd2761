import { stemmer } from 'stemmer';

/** Words that every question has and no answer needs. */
const empty = new Set(
  'a an and any are as at be been by can could did do does for from get give had has have how i if in into is it its let may me my no of on or our should so some tell than that the their them then there these they this those to us use want was we what when where which who why will with would you your parley please need'.split(
    ' ',
  ),
);

/** What people call things, and what we call them; each word stands for the whole group. */
const synonyms: readonly string[][] = [
  ['space', 'room', 'meeting', 'channel', 'session'],
  ['join', 'enter', 'attend'],
  ['artifact', 'document', 'doc', 'file', 'markdown', 'note'],
  ['lock', 'exclusive', 'checkout', 'reserve'],
  ['kick', 'remove', 'ban', 'expel', 'evict'],
  ['mute', 'silence'],
  ['approve', 'admit', 'accept'],
  ['invitation', 'invite', 'link'],
  ['message', 'chat', 'post', 'say'],
  ['send', 'post'],
  ['edit', 'write', 'update', 'change'],
  ['stream', 'sse', 'realtime', 'live', 'push', 'subscribe', 'eventsource'],
  ['poll', 'polling', 'fetch'],
  ['key', 'credential', 'secret', 'password'],
  ['token', 'usr'],
  ['login', 'signin', 'sign'],
  ['retry', 'repeat', 'again', 'resend', 'duplicate', 'twice'],
  ['idempotency', 'idempotent', 'duplicate', 'twice'],
  ['limit', 'maximum', 'max', 'size', 'large', 'big', 'long', 'quota'],
  ['rate', '429', 'throttle', 'throttling'],
  ['expire', 'ttl', 'timeout', 'lifetime', 'expiry', 'expiration'],
  ['close', 'delete', 'end', 'destroy'],
  ['database', 'postgres', 'postgresql', 'pglite', 'storage'],
  ['deploy', 'host', 'selfhost', 'install', 'run', 'start', 'production'],
  ['proxy', 'nginx', 'tls', 'https'],
  ['participant', 'member', 'guest', 'attendee'],
  ['owner', 'host', 'creator', 'moderator', 'admin'],
  ['human', 'person', 'people', 'user'],
  ['create', 'make', 'new', 'open', 'start'],
  ['list', 'read', 'show', 'see', 'view'],
  ['download', 'export'],
  ['error', 'fail', 'failure', 'refuse', 'refusal', 'status'],
  ['order', 'sequence', 'ordering'],
  ['resume', 'reconnect', 'continue', 'cursor'],
  ['revoke', 'invalidate', 'withdraw'],
  ['recover', 'lost', 'lose', 'forgot', 'restore'],
  ['unlock', 'release'],
  ['backup', 'restore'],
  ['cors', 'browser', 'origin'],
  ['version', 'versioning', 'deprecation'],
  ['setting', 'configure', 'configuration', 'option', 'environment'],
  ['sdk', 'typescript', 'client', 'library'],
  ['cli', 'terminal', 'command', 'shell'],
];

const groups = new Map<string, Set<string>>();
for (const group of synonyms) {
  const stems = group.map((word) => stemmer(word));
  for (const stem of stems) groups.set(stem, new Set([...(groups.get(stem) ?? []), ...stems]));
}

/** A name such as `space_closed` is a word of its own, and its parts are words too. */
export const wordsOf = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replace(/real[- ]time/g, 'realtime')
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  ).flatMap((word) => (word.includes('_') ? [word, ...word.split('_').filter(Boolean)] : word));

/** Words as they are looked for: their stems, without those that say nothing. */
export const stemOf = (word: string): string | undefined => (empty.has(word) ? undefined : stemmer(word));

export const synonymsOf = (stem: string): string[] => [...(groups.get(stem) ?? [])].filter((other) => other !== stem);
