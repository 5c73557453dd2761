import { BudgetSpentError, ConflictError, InvalidRequestError, NetworkError, RateLimitError } from '@parley/sdk';
import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { refusal, reportOf } from './report.ts';

test('an error of the server has its exit code and a hint', () => {
  expect(reportOf(new NetworkError('x could not be reached', { code: 'network' }))).toMatchObject({
    exitCode: 1,
    hint: expect.stringContaining('parley serve') as string,
  });
  expect(refusal(401, '{"error":"Over","code":"key_expired"}')).toMatchObject({ message: 'Over', reason: 'conflict' });
  expect(refusal(502, '<html>')).toMatchObject({ message: 'The server answered with status 502', reason: 'error' });
});

test('a lost lease names every command that claims', () => {
  expect(reportOf(new ConflictError('Lost', { status: 409, code: 'lease_lost' })).hint).toBe(
    'it is not yours any more; `parley inbox claim` and `parley task claim` take what is free',
  );
});

test('a spent budget does not say when to try again', () => {
  const spent = new BudgetSpentError('Spent', { status: 429, code: 'budget_spent' });
  expect(reportOf(spent)).toMatchObject({ exitCode: 1, error: 'Spent', hint: expect.stringContaining('reset-budget') as string });
});

test('the error names the fields that a person can fix', () => {
  const issues = [{ field: 'name', message: 'must be at most 200 characters' }];
  expect(reportOf(new InvalidRequestError('Not valid', { status: 400, body: { issues } })).error).toBe(
    'Not valid: name must be at most 200 characters',
  );
  const message = 'name must be at most 200 characters';
  expect(reportOf(new InvalidRequestError(message, { status: 400, body: { issues } })).error).toBe(message);
  const more = [...issues, { field: 'role', message: 'must not be empty' }];
  expect(reportOf(new InvalidRequestError(message, { status: 400, body: { issues: more } })).error).toBe(
    `${message}: role must not be empty`,
  );
  expect(reportOf(new RateLimitError('Too many', { status: 429, retryAfterMs: 7_000 })).error).toContain('7 s');
  expect(reportOf(new RateLimitError('Too many', { status: 429, retryAfterMs: 3_600_000 })).error).toContain('1 h');
});

test('an unexpected error prints its message without a stack', () => {
  expect(reportOf(new TypeError('oops'))).toEqual({ exitCode: 1, error: 'oops' });
  expect(reportOf('oops')).toEqual({ exitCode: 1, error: 'oops' });
  expect(reportOf(new Failure('usage', 'No', 'say yes'))).toEqual({ exitCode: 2, error: 'No', hint: 'say yes' });
});
