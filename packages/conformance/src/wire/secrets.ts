import type { OperationName } from '@parley/core';

/** The fields of answers that can contain a secret; nothing else ever can. */
const tellers: Partial<Record<OperationName, readonly string[]>> = {
  createSpace: ['ownerPrivateKey'],
  getMySpaceKey: ['privateKey'],
  rotateKey: ['privateKey'],
  createInvitation: ['publicInvitationKey'],
  getInvitation: ['publicInvitationKey'],
  joinSpace: ['participantPrivateKey'],
  getJoinStatus: ['participantPrivateKey'],
  startLink: ['deviceCode'],
  pollLink: ['token'],
  createApiToken: ['token'],
  putWake: ['secret'],
};
/** Links that contain the invitation key of the same answer. */
const links = ['humanLink', 'agentLink'];

/** An answer of the server, and its request. */
export interface Said {
  /** The operation, if the request is one. */
  operation: OperationName | undefined;
  /** Shown in reports, so it must not contain secrets. */
  asked: string;
  /** The path: a page can show the key in its own URL. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

const prefixLength = 16;
const kinds = new Map<string, string>();
const byPrefix = new Map<string, Set<string>>();
/** Secrets that are short, or contain other characters than letters, digits, `-` and `_`. */
const odd = new Set<string>();
/** What looks like a secret and appeared before it was handed out. */
const suspects = new Map<string, string>();
const leaks = new Set<string>();

/** Remembers a secret for the rest of the run. */
export function remember(kind: string, secret: string): void {
  if (kinds.has(secret) || secret === '') return;
  kinds.set(secret, kind);
  const early = suspects.get(secret);
  if (early !== undefined) leaks.add(`${kind} in ${early}, before it was handed out`);
  if (secret.length < prefixLength || !/^[\w-]+$/.test(secret)) odd.add(secret);
  else {
    const prefix = secret.slice(0, prefixLength);
    byPrefix.set(prefix, (byPrefix.get(prefix) ?? new Set()).add(secret));
  }
}

/** Every place where a secret leaked. */
export const leaksSeen = (): string[] => [...leaks];

/** The text without secrets, for reports. */
export const redacted = (text: string): string =>
  [...secretsIn(text)].reduce((rest, secret) => rest.replaceAll(secret, `‹${kinds.get(secret)}›`), text);

/** Remembers the secrets that an answer hands out, and searches it for all others. */
export function inspect({ operation, asked, path, status, headers, text }: Said): void {
  const fields = (status < 300 && operation && tellers[operation]) || [];
  const told = new Set<string>();
  let rest = text;
  if (fields.length > 0) {
    const take = (field: string, value: unknown): unknown => {
      if (!fields.includes(field) || typeof value !== 'string') return value;
      told.add(value);
      remember(`${field} of ${operation}`, value);
      return undefined;
    };
    const clean = (field: string, value: unknown): unknown =>
      links.includes(field) && typeof value === 'string'
        ? [...told].reduce((link, secret) => link.replaceAll(secret, ''), value)
        : value;
    rest = JSON.stringify(JSON.parse(JSON.stringify(parsed(text), take) ?? 'null'), clean);
  }
  for (const [place, content] of [
    ['the answer to', rest],
    ['a header of', [...headers].flat().join('\n')],
  ] as const) {
    for (const secret of secretsIn(content)) {
      if (!isPageOf(path, secret)) leaks.add(`${kinds.get(secret)} in ${place} ${asked} (${status})`);
    }
    for (const [found] of content.matchAll(/\b[0-9a-f]{64}\b|\busr_[\w-]{43}/g)) {
      if (!kinds.has(found) && !isPageOf(path, found)) suspects.set(found, `${place} ${asked} (${status})`);
    }
  }
}

function secretsIn(text: string): Set<string> {
  const found = new Set([...odd].filter((secret) => text.includes(secret)));
  for (const { 0: run, index } of text.matchAll(/[\w-]{16,}/g)) {
    for (let i = 0; i + prefixLength <= run.length; i += 1) {
      for (const secret of byPrefix.get(run.slice(i, i + prefixLength)) ?? []) {
        if (text.startsWith(secret, index + i)) found.add(secret);
      }
    }
  }
  return found;
}

const isPageOf = (path: string, secret: string): boolean => !path.startsWith('/hub/') && path.split('?')[0]!.includes(secret);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
