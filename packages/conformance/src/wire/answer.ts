import { errorBody, preconditionStatus, statusesOf, statusOfCode, formOf, type Operation } from '@parley/core';
import type { z } from 'zod';
import { expect } from '../expect/expect.ts';
import { alsoPromised, faultsOf } from '../spec-only.ts';

export type ErrorBody = z.output<typeof errorBody>;

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/** Reads an answer and checks what every answer must have. */
export async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  carriesTheHeadersOfAll(headers);
  const body: unknown = isJson(headers) ? JSON.parse(text) : undefined;
  if (status >= 400) isAnError(status, headers, body);
  return { status, headers, text, body };
}

/** Checks an answer against the contract of its operation. */
export function fits(name: string, operation: Operation, { status, headers, body, text }: Answer): void {
  expect(statusesOf(operation), `${name} answered ${status} ${text}`).toContain(status);
  if (status >= 400) return;
  const form = formOf(operation);
  expect(Object.keys(operation.success).map(Number), `${name} answered ${status}`).toContain(status);
  if (status === 304) {
    expect(text).toBe('');
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  } else if (form.kind === 'text') {
    expect(headers.get('content-type')).toMatch(/^text\/markdown/);
  } else if (form.kind === 'file') {
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  } else if ((form.or === 'text/plain' || form.or === 'text/markdown') && isOf(form.or, headers)) {
    expect(text).not.toBe('');
  } else if (form.or === 'text/x-diff' && isOf(form.or, headers)) {
    expect(text).toMatch(/^--- v\d+\n\+\+\+ v\d+\n/);
  } else if (status !== 204) {
    expect(isJson(headers), `${name} answered ${headers.get('content-type')}`).toBe(true);
    expect(faultsOf(operation.output, body), `${name} answered ${text}`).toEqual([]);
  }
}

export function carriesTheHeadersOfAll(headers: Headers): void {
  expect(headers.get('api-version')).toBe('1');
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
    expect(headers.get(name), name).toMatch(/^\d+$/);
  }
  expect(headers.get('ratelimit-policy')).toMatch(/^\d+;w=\d+$/);
}

const isOf = (type: string, headers: Headers): boolean => headers.get('content-type')?.startsWith(type) ?? false;
const isJson = (headers: Headers): boolean => /^application\/json\b/.test(headers.get('content-type') ?? '');

/** The codes of refusals that name the present version of an artifact. */
const conflicts = ['base_version_required', 'version_conflict', 'edit_mismatch'];

function isAnError(status: number, headers: Headers, body: unknown): void {
  expect(isJson(headers), `${status} with content type ${headers.get('content-type')}`).toBe(true);
  expect(faultsOf(errorBody, body), `${status} ${JSON.stringify(body)}`).toEqual([]);
  const { code, lockedBy, budget, currentVersion, proposalId } = body as ErrorBody;
  const isSpent = code === 'budget_spent';
  alsoPromised(() => {
    // The only status without a code of its own: a conflict with `If-Match` has the code of one with `baseVersion`.
    if (status === preconditionStatus) expect(code).toBe('version_conflict');
    else expect(statusOfCode, `${status} with the code ${code}`).toHaveProperty(code, status);
    const namesVersion = currentVersion !== undefined;
    // A proposal is stale on another version, or in another revision.
    if (code !== 'proposal_stale') expect(namesVersion, `currentVersion with the code ${code}`).toBe(conflicts.includes(code));
    if (code !== 'locked' && code !== 'not_locked') expect(proposalId, `proposalId with the code ${code}`).toBe(undefined);
    expect(lockedBy !== undefined, `lockedBy with the code ${code}`).toBe(code === 'locked');
    expect(budget !== undefined, `budget with the code ${code}`).toBe(isSpent);
  });
  if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="https?:\/\/[^"]+"/);
  // Clients that see it begin to authorize, although their key is right.
  else alsoPromised(() => expect(headers.get('www-authenticate'), `${status} with WWW-Authenticate`).toBe(null));
  if (status === 405) expect(headers.get('allow')).toMatch(/^[A-Z]+(, ?[A-Z]+)*$/);
  if (isSpent) expect(headers.get('retry-after')).toBe(null);
  else if (status === 429) expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}
