import type { Limits } from '@parley/core/limits';
import type { Context } from '../context.ts';
import { fetch } from '../fetch.ts';

/** What can be read from a file or standard input, and how much of it. */
export type Kind = {
  /** With its article, for the user. */
  readonly name: string;
  /** What to do instead if a folder is given. */
  readonly folderHint?: string;
} & (
  | { readonly characters: number }
  /** A limit that a server can set, and what it is unless the server was told otherwise. */
  | { readonly setting: keyof Limits; readonly bytes: number }
);

interface Limit {
  bytes: number;
  /** For the user. */
  words: string;
}

const grouped = (number: number): string => number.toLocaleString('en');
const ofBytes = (bytes: number): Limit => ({ bytes, words: `${grouped(bytes)} bytes` });
const ofCharacters = (most: number): Limit => ({ bytes: most * 4, words: `${grouped(most)} characters` });

/** What servers take unless they were told otherwise. */
export const usualLimit = (kind: Kind): Limit => ('setting' in kind ? ofBytes(kind.bytes) : ofCharacters(kind.characters));

/** What the server of the space takes, which its description of the API says; the usual limit if it does not answer. */
export async function limitOfServer(context: Context, kind: Kind): Promise<Limit> {
  if (!('setting' in kind)) return usualLimit(kind);
  const { baseUrl } = await context.place().catch(() => context);
  const limits = await limitsAt(baseUrl, context.signal).catch(() => context.signal.throwIfAborted());
  const most = limits?.[kind.setting];
  return typeof most === 'number' ? ofBytes(most) : usualLimit(kind);
}

async function limitsAt(baseUrl: string, signal: AbortSignal): Promise<Partial<Limits> | undefined> {
  const response = await fetch(`${baseUrl}/openapi.json`, { signal, redirect: 'error' });
  const { readText } = await import('@parley/sdk');
  const document = JSON.parse(await readText(response, baseUrl)) as { 'x-limits'?: Partial<Limits> } | null;
  return document?.['x-limits'];
}
