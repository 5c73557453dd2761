import { expect, it } from 'vitest';
import { isStoring, successOf } from './operation.ts';

it('succeeds with 202 only while somebody else has to decide', () => {
  const success = { 200: 'Joined', 202: 'The owner must approve first' };
  expect(successOf({ success }, { status: 'pending' })).toBe(202);
  expect(successOf({ success }, { participantId: 'p' })).toBe(200);
  expect(successOf({ success: { 201: 'Created' } }, { status: 'active' })).toBe(201);
  expect(successOf({ success: { 204: 'Revoked' } }, undefined)).toBe(204);
});

it('stores by every method but GET, unless it is a question', () => {
  expect(isStoring({ method: 'GET', answers: 'json' })).toBe(false);
  expect(isStoring({ method: 'POST', answers: 'json' })).toBe(true);
  expect(isStoring({ method: 'POST', answers: 'jsonOrEvents' })).toBe(false);
});
