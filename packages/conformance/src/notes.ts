import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { OperationName } from '@parley/core';

const noted = new Set<string>();

function note(line: string): void {
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(inject('notes'), `${line}\n`);
}

export const pair = (operation: OperationName, status: number): string => `${operation} ${status}`;

/** Writes down that the server gave this answer to this operation, where a test expected it. */
export const proved = (operation: OperationName, status: number): void => note(pair(operation, status));

const limitIsOff = 'the rate limit is off';
export const refusesNobody = (): void => note(limitIsOff);

const linksLiveLong = 'link requests live longer than a test';
export const waitsForNoLink = (): void => note(linksLiveLong);

export function readNotes(): { pairs: Set<string>; limited: boolean; patient: boolean } {
  const file = inject('notes');
  const pairs = new Set(existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  return { limited: !pairs.delete(limitIsOff), patient: pairs.delete(linksLiveLong), pairs };
}
