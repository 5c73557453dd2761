import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  contract,
  defaultLimits,
  accessOf,
  carriesContext,
  isIdempotent,
  maxBodyBytes,
  missing,
  pathParameters,
  statusesOf,
  preconditionStatus,
  statusOfCode,
  type Operation,
  type OperationName,
} from '../index.ts';
import { id as anyId } from '../kernel/schemas.ts';
import { instant } from '../kernel/instant.ts';
import { utf8Bytes } from '../kernel/text.ts';

const operations = contract();
const id = '11111111-1111-4111-8111-111111111111';
const accepts = (name: OperationName, input: object) => operations[name].input.safeParse(input).success;
const space = (fields: object) => accepts('createSpace', { name: 'n', description: '', ...fields });

describe('the contract', () => {
  it('has every path parameter in the input of its operation', () => {
    for (const [name, { path, input }] of Object.entries(operations)) {
      for (const parameter of pathParameters(path)) expect(Object.keys(input.shape), name).toContain(parameter);
    }
  });

  it('has each method and path once', () => {
    const places = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('audits ids and words of ours, never what somebody wrote', () => {
    const audited = Object.entries(operations as Record<string, Operation>).filter(([, operation]) => operation.audited);
    expect(audited.map(([name]) => name)).toEqual(
      expect.arrayContaining(['kickParticipant', 'closeSpace', 'createApiToken', 'getMySpaceKey']),
    );
    for (const [name, { input, output, audited: fields = [] }] of audited) {
      for (const field of fields) {
        const schema = input.shape[field] ?? (output as z.ZodObject).shape[field];
        expect(JSON.stringify(z.toJSONSchema(schema as z.ZodType, { io: 'output' })), `${name} ${field}`).toMatch(
          /"enum":|"format":"uuid"/,
        );
      }
    }
  });

  it('has an error code for every status that an operation can refuse with', () => {
    const known = new Set<number>([...Object.values(statusOfCode), preconditionStatus]);
    for (const operation of Object.values(operations)) {
      const refusals = statusesOf(operation).filter((status) => !(status in operation.success));
      expect(refusals.filter((status) => !known.has(status))).toEqual([]);
    }
  });

  it('adds 400 and 429 to all operations, and 422 to writes with fields by a known caller', () => {
    expect(statusesOf(operations.sendMessage)).toEqual([200, 400, 401, 403, 404, 409, 422, 429]);
    expect(statusesOf(operations.createSpace)).toEqual([200, 400, 429]);
    expect(statusesOf(operations.joinSpace)).toContain(202);
    expect(statusesOf(operations.lockArtifact)).not.toContain(422);
    expect(statusesOf(operations.health)).toEqual([200, 400]);
    expect(statusesOf(operations.getArtifact)).toEqual([200, 304, 400, 401, 404, 429]);
    expect(isIdempotent(operations.getSpace)).toBe(false);
  });

  it('describes every operation and every field of its input', () => {
    for (const [name, { summary, description, input, tag }] of Object.entries(operations)) {
      expect(
        [summary, description, tag.description].map((words) => words.trim() === ''),
        name,
      ).toEqual([false, false, false]);
      const { properties } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
      for (const [field, schema] of Object.entries(properties!)) expect(schema, `${name} ${field}`).toHaveProperty('description');
    }
  });

  it('has a valid example for every operation', () => {
    for (const [name, { example, input, output }] of Object.entries(operations)) {
      expect(input.safeParse(example.input).error, name).toBeUndefined();
      expect(output.safeParse(example.output).error, name).toBeUndefined();
    }
  });

  it('has a refusal for every path parameter that identifies nothing', () => {
    const parameters = Object.values(operations).flatMap(({ path }) => pathParameters(path));
    expect(Object.keys(missing).toSorted()).toEqual([...new Set(parameters)].toSorted());
    expect(Object.values(missing).map(({ code }) => statusOfCode[code])).toEqual(Object.keys(missing).map(() => 404));
  });

  it('has a 401 refusal for every operation that needs a credential, and for no other', () => {
    for (const [name, operation] of Object.entries(operations)) {
      const { takes, refusal } = accessOf[operation.auth];
      expect(statusesOf(operation).includes(401), name).toBe(takes.length > 0);
      expect(refusal && statusOfCode[refusal.code], name).toBe(takes.length > 0 ? 401 : undefined);
    }
  });

  it('knows which answers carry the context bundle', () => {
    const names = (Object.keys(operations) as OperationName[]).filter((name) => carriesContext(operations[name]));
    expect(names).toEqual(['getSpace', 'sendMessage', 'listMessages']);
  });

  it('can be created with other sizes', () => {
    const small = contract({ ...defaultLimits, nameCharacters: 2 }).createSpace.input;
    expect(small.safeParse({ name: 'ab', description: '' }).success).toBe(true);
    expect(small.safeParse({ name: 'abc', description: '' }).success).toBe(false);
  });
});

describe('the longest body of an operation', () => {
  const bytes = (name: OperationName, limits = defaultLimits) => maxBodyBytes(contract(limits)[name], limits);

  it('is 64 KiB, 128 KiB for a wake address, a task or a decision, 256 KiB for the texts of a space, and 2 MiB for messages and artifacts', () => {
    const longer = Object.fromEntries(
      (Object.keys(operations) as OperationName[])
        .filter((name) => operations[name].method !== 'GET' && bytes(name) !== 64 * 1024)
        .map((name) => [name, bytes(name)]),
    );
    const [texts, contents] = [256 * 1024, 2 * 1024 * 1024];
    expect(longer).toEqual({
      createSpace: texts,
      updateSpace: texts,
      createDecision: 128 * 1024,
      createTask: 128 * 1024,
      sendMessage: contents,
      putWake: 128 * 1024,
      createArtifact: contents,
      writeArtifact: contents,
      createProposal: contents,
      acceptProposal: contents,
      rebaseProposal: contents,
    });
  });

  it('grows with the configured sizes, up to the global limit', () => {
    expect(bytes('createSpace', { ...defaultLimits, agendaCharacters: 100_000 })).toBe(1024 * 1024);
    expect(bytes('createSpace', { ...defaultLimits, agendaCharacters: 10_000_000 })).toBe(defaultLimits.bodyBytes);
    expect(bytes('joinSpace', { ...defaultLimits, roleCharacters: 20_000 })).toBe(128 * 1024);
    expect(bytes('joinSpace', { ...defaultLimits, bodyBytes: 1_000 })).toBe(1_000);
  });
});

describe('input', () => {
  it('is never coerced', () => {
    expect(space({ isHuman: 'false' })).toBe(false);
    expect(space({ ttl: '60' })).toBe(false);
    expect(space({ ttl: 1.5 })).toBe(false);
  });

  it('may hold unknown fields', () => expect(space({ colour: 'blue' })).toBe(true));

  it('has a lifetime from 1 to 2,147,483,647 seconds', () => {
    expect([0, 1, 2_147_483_647, 2_147_483_648].map((ttl) => space({ ttl }))).toEqual([false, true, true, false]);
  });

  it('counts code points, not UTF-16 units', () => {
    expect(space({ name: '🚲'.repeat(200) })).toBe(true);
    expect(space({ name: '🚲'.repeat(201) })).toBe(false);
  });

  it('must have a visible name', () => {
    expect(space({ name: '' })).toBe(false);
    expect(space({ name: ' \n' })).toBe(false);
  });

  it('contains neither U+0000 nor a lone surrogate', () => {
    expect(space({ description: 'a\u0000b' })).toBe(false);
    expect(space({ description: '\ud83d' })).toBe(false);
  });

  it('takes 64 KiB of text and 1 MiB of image, in bytes', () => {
    const send = (content: string, type?: string) => accepts('sendMessage', { spaceId: id, content, ...(type && { type }) });
    expect(send('a'.repeat(65_536))).toBe(true);
    expect(send('a'.repeat(65_537))).toBe(false);
    expect(send('é'.repeat(32_769))).toBe(false);
    expect(send(`data:image/png;base64,${'A'.repeat(100_000)}`, 'image')).toBe(true);
    expect(send(`data:image/png;base64,${'A'.repeat(1_048_576)}`, 'image')).toBe(false);
    expect(send('javascript:alert(1)', 'image')).toBe(false);
    expect(send('')).toBe(false);
  });

  it('measures UTF-8 as encoders do', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => utf8Bytes(text) === encodedLength(text)));
  });

  it('accepts any RFC 3339 instant with an offset, and no day that does not exist', () => {
    const at = (text: string) => instant.safeParse(text).data;
    expect(at('2026-01-31T12:00:00Z')).toBe(Date.UTC(2026, 0, 31, 12));
    expect(at('2026-01-31t14:00:00.5+02:00')).toBe(Date.UTC(2026, 0, 31, 12, 0, 0, 500));
    expect(at('2026-01-31T14:00:00 02:00')).toBe(Date.UTC(2026, 0, 31, 12));
    for (const text of ['2026-02-30T00:00:00Z', '2026-01-31T12:00:00', '2026-01-31', 'now', '']) expect(at(text)).toBeUndefined();
  });

  it('accepts an offset without a colon, which the generated Python client sends', () => {
    const at = (text: string) => instant.safeParse(text).data;
    expect(at('2026-01-31T12:00:00+0000')).toBe(Date.UTC(2026, 0, 31, 12));
    expect(at('2026-01-31T12:00:00.250-0330')).toBe(Date.UTC(2026, 0, 31, 15, 30, 0, 250));
    expect(at('2026-01-31T14:00:00 0200')).toBe(Date.UTC(2026, 0, 31, 12));
    for (const text of ['2026-01-31T12:00:00+000', '2026-01-31T12:00:00+00000', '2026-01-31T12:00:00+2500'])
      expect(at(text)).toBeUndefined();
  });

  it('reads a leap second as the start of the next second', () => {
    const at = (text: string) => instant.safeParse(text).data;
    expect(at('2016-12-31T23:59:60Z')).toBe(Date.UTC(2017, 0, 1));
    expect(at('2016-12-31T23:59:60.75Z')).toBe(Date.UTC(2017, 0, 1));
    expect(at('2017-01-01T05:29:60+0530')).toBe(Date.UTC(2017, 0, 1));
    for (const text of ['2016-12-31T23:59:61Z', '2016-12-31T23:60:00Z']) expect(at(text)).toBeUndefined();
  });

  it('converts an id to lower case', () =>
    expect(anyId.parse('ABCDEF01-1111-4111-8111-111111111111')).toBe('abcdef01-1111-4111-8111-111111111111'));
});

/** Percent-encoding uses UTF-8; the tests of core have no TextEncoder either. */
const encodedLength = (text: string): number => encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, '.').length;
