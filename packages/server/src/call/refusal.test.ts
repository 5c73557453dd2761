import { statusOf, ServiceError } from '@parley/core';
import { TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { bodyOf, isOurFault, refusalHeaders, serviceErrorOf } from './refusal.ts';

const codeOf = (error: unknown) => serviceErrorOf(error).code;
const coded = (code: string) => Object.assign(new Error('secret detail'), { code });

describe('what a caller learns from a refusal', () => {
  it('401 names the metadata, those of the path if it has its own', () => {
    const place = 'https://parley.example/.well-known/oauth-protected-resource';
    const named = (resource?: string) =>
      refusalHeaders(new ServiceError('key_missing', ''), 'https://parley.example', resource)['www-authenticate'];
    expect([named(), named('/mcp')]).toEqual([`Bearer resource_metadata="${place}"`, `Bearer resource_metadata="${place}/mcp"`]);
    expect(refusalHeaders(new ServiceError('forbidden', ''), '')).toEqual({});
  });

  it('is a refusal as it is', () => {
    const refusal = new ServiceError('muted', 'no');
    expect(serviceErrorOf(refusal)).toBe(refusal);
  });

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'CONNECTION_CLOSED',
    'CONNECTION_SILENT',
    'CONNECT_TIMEOUT',
    '57P01',
    '57P03',
    '53300',
    '08006',
  ])('503 with Retry-After while the database cannot be reached (%s), without its words', (code) => {
    const error = serviceErrorOf(coded(code));
    expect([statusOf(error), error.code]).toEqual([503, 'unavailable']);
    expect(refusalHeaders(error, '')).toEqual({ 'retry-after': '1' });
    expect(error.message).not.toContain('secret');
    expect(isOurFault(error)).toBe(true);
  });

  it('503 with Retry-After when the database finds its disk full, which is logged, unlike a disk that was found nearly full', () => {
    const error = serviceErrorOf(coded('53100'));
    expect([statusOf(error), error.code]).toEqual([503, 'storage_full']);
    expect(refusalHeaders(error, '')).toEqual({ 'retry-after': '10' });
    expect(error.message).not.toContain('secret');
    expect(isOurFault(error)).toBe(true);
    expect(isOurFault(new ServiceError('storage_full', 'nearly'))).toBe(false);
  });

  it.each([
    coded('42P01'),
    coded('23505'),
    new TypeError('secret detail'),
    'secret detail',
    undefined,
    null,
    { statusCode: 500 },
  ])('500 for what nobody expected, without its words', (thrown) => {
    const error = serviceErrorOf(thrown);
    expect([statusOf(error), error.code]).toEqual([500, 'internal']);
    expect(error.message).not.toContain('secret');
  });

  it('400 for what the server refuses before anything was read: there is no 413, 414 or 415', () => {
    for (const statusCode of [400, 413, 414, 415]) {
      const error = serviceErrorOf(Object.assign(new Error('refused'), { statusCode }));
      expect([statusOf(error), error.message]).toEqual([400, 'refused']);
    }
  });

  it('is the same through tRPC', () => {
    const refused = new ServiceError('space_not_found', 'no');
    expect(codeOf(new TRPCError({ code: 'BAD_REQUEST', cause: refused }))).toBe('space_not_found');
    expect(codeOf(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: new ServiceError('locked', 'no') }))).toBe('locked');
    expect(codeOf(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: coded('ECONNRESET') }))).toBe('unavailable');
    expect(codeOf(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: new Error('secret') }))).toBe('internal');
    expect(codeOf(new TRPCError({ code: 'PARSE_ERROR', cause: new SyntaxError('x') }))).toBe('malformed_body');
    expect(codeOf(new TRPCError({ code: 'NOT_FOUND' }))).toBe('not_found');
    expect(codeOf(new TRPCError({ code: 'METHOD_NOT_SUPPORTED' }))).toBe('method_not_allowed');
    expect(codeOf(new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE' }))).toBe('invalid_request');
  });
});

describe('the body of an error', () => {
  it('has message, code, details and the request id, and leaves the waiting time to its header', () => {
    expect(bodyOf(new ServiceError('locked', 'no', { lockedBy: 'bob' }), 'r1')).toEqual({
      error: 'no',
      code: 'locked',
      lockedBy: 'bob',
      requestId: 'r1',
    });
    expect(bodyOf(new ServiceError('rate_limited', 'slow', { retryAfter: 5 }))).toEqual({ error: 'slow', code: 'rate_limited' });
  });
});

describe('whose fault it is', () => {
  it('is ours from 500 on', () => {
    const faults = (['muted', 'rate_limited', 'internal', 'unavailable'] as const).filter((code) =>
      isOurFault(new ServiceError(code, '')),
    );
    expect(faults).toEqual(['internal', 'unavailable']);
  });
});
