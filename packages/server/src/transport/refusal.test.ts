import { ServiceError } from '@parley/core';
import { TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyOf, isOurFault, serviceErrorOf } from './refusal.ts';

const zodError = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error!;
const codeOf = (error: unknown) => serviceErrorOf(error).code;
const coded = (code: string) => Object.assign(new Error('secret detail'), { code });

describe('what a caller is told', () => {
  it('is a refusal as it is', () => {
    const refusal = new ServiceError('muted', 'no');
    expect(serviceErrorOf(refusal)).toBe(refusal);
  });

  it('400 that names each field, its limit and its size', () => {
    const tooLong = (text: string, context: z.RefinementCtx) =>
      context.addIssue({ code: 'custom', message: 'too long', params: { limit: 3, actual: text.length } });
    const schema = z.object({ name: z.string().superRefine(tooLong), deep: z.object({ ttl: z.int() }) });
    const error = serviceErrorOf(zodError(schema, { name: 'abcd', deep: { ttl: 'x' } }));
    expect([error.status, error.code]).toEqual([400, 'invalid_request']);
    expect(error.details.issues).toMatchObject([
      { field: 'name', message: 'too long', limit: 3, actual: 4 },
      { field: 'deep.ttl' },
    ]);
    expect(error.message).toMatch(/^name: too long; deep\.ttl: /);
  });

  it('names 20 fields at most', () => {
    const names = Array.from({ length: 50 }, (_, i) => `f${i}`);
    const error = zodError(z.object(Object.fromEntries(names.map((name) => [name, z.string()]))), {});
    expect(serviceErrorOf(error).details.issues).toHaveLength(20);
  });

  it('404 for a path parameter that is no id', () => {
    const codes = ['spaceId', 'participantId', 'artifactId', 'tokenId'].map((name) =>
      codeOf(zodError(z.object({ [name]: z.uuid() }), { [name]: '1' })),
    );
    expect(codes).toEqual(['space_not_found', 'participant_not_found', 'artifact_not_found', 'token_not_found']);
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', '57P01', '57P03', '53300', '08006'])(
    '503 while the database cannot be reached (%s), without its words',
    (code) => {
      const error = serviceErrorOf(coded(code));
      expect([error.status, error.code]).toEqual([503, 'unavailable']);
      expect(error.message).not.toContain('secret');
      expect(isOurFault(error)).toBe(true);
    },
  );

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
    expect([error.status, error.code]).toEqual([500, 'internal']);
    expect(error.message).not.toContain('secret');
  });

  it('400 for what the server refuses before anything was read: there is no 413, 414 or 415', () => {
    for (const statusCode of [400, 413, 414, 415]) {
      const error = serviceErrorOf(Object.assign(new Error('refused'), { statusCode }));
      expect([error.status, error.message]).toEqual([400, 'refused']);
    }
  });

  it('400 in plain words for what is missing, of another type, or too small', () => {
    const shape = z.object({ name: z.string(), ttl: z.int().min(1), tags: z.array(z.string()) });
    const { message } = serviceErrorOf(zodError(shape, { ttl: 0, tags: 'a' }));
    expect(message).toBe('name: is required; ttl: must be at least 1; tags: must be of the type array');
  });

  it('is the same through tRPC', () => {
    const cause = zodError(z.object({ spaceId: z.uuid() }), { spaceId: '1' });
    expect(codeOf(new TRPCError({ code: 'BAD_REQUEST', cause }))).toBe('space_not_found');
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
