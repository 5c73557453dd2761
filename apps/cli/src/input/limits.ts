import { commonLimits, type Limits } from '@parley/core/limits';
import { limits as artifactLimits } from '@parley/core/limits/artifacts';
import { limits as fileLimits } from '@parley/core/limits/files';
import { limits as messageLimits } from '@parley/core/limits/messages';
import { maxQuestionCharacters } from '@parley/core/limits/meta';
import { maxTaskTextCharacters } from '@parley/core/limits/tasks';
import type { Context } from '../context.ts';
import { fetch } from '../fetch.ts';

/** What can be read from a file or standard input. */
export type Kind = 'message' | 'image' | 'artifact' | 'file' | 'request' | 'task' | 'question';

interface Limit {
  bytes: number;
  /** For the user. */
  words: string;
}

/** Those that a server can set. */
const settings: Partial<Record<Kind, keyof Limits>> = {
  message: 'messageBytes',
  image: 'imageBytes',
  artifact: 'artifactBytes',
  file: 'fileBytes',
  request: 'bodyBytes',
};

const defaults: Partial<Limits> = { ...commonLimits, ...messageLimits, ...artifactLimits, ...fileLimits };

const grouped = (number: number): string => number.toLocaleString('en');
const ofBytes = (bytes: number): Limit => ({ bytes, words: `${grouped(bytes)} bytes` });
const ofCharacters = (most: number): Limit => ({ bytes: most * 4, words: `${grouped(most)} characters` });

/** What servers take unless they were told otherwise. */
export function usualLimit(kind: Kind): Limit {
  if (kind === 'task') return ofCharacters(maxTaskTextCharacters);
  if (kind === 'question') return ofCharacters(maxQuestionCharacters);
  return ofBytes(defaults[settings[kind]!]!);
}

/** What the server of the space takes, which its description of the API says; the usual limit if it does not answer. */
export async function limitOfServer(context: Context, kind: Kind): Promise<Limit> {
  const setting = settings[kind];
  if (!setting) return usualLimit(kind);
  const { baseUrl } = await context.place().catch(() => context);
  const limits = await limitsAt(baseUrl, context.signal).catch(() => context.signal.throwIfAborted());
  const most = limits?.[setting];
  return typeof most === 'number' ? ofBytes(most) : usualLimit(kind);
}

async function limitsAt(baseUrl: string, signal: AbortSignal): Promise<Partial<Limits> | undefined> {
  const response = await fetch(`${baseUrl}/openapi.json`, { signal, redirect: 'error' });
  const { readText } = await import('@parley/sdk');
  const document = JSON.parse(await readText(response, baseUrl)) as { 'x-limits'?: Partial<Limits> } | null;
  return document?.['x-limits'];
}
