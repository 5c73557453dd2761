import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { statusOf, contract, inWords, pathParameters, readInput, ServiceError, type OperationName } from '../index.ts';

const operations = contract();
const names = Object.keys(operations) as OperationName[];

const refusal = (input: z.ZodType, sent: unknown): ServiceError => refusalOf(() => readInput({ input }, sent));

function refusalOf(read: () => unknown): ServiceError {
  try {
    read();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('accepted');
}
const field = (schema: z.ZodType, value: unknown) => refusal(z.object({ field: schema }), { field: value }).message;

describe('a refusal of input', () => {
  it('reads as sentences that begin with the field', () => {
    const shape = z.object({ name: z.string(), limit: z.int().max(100), deep: z.object({ ttl: z.int().min(1) }) });
    const error = refusal(shape, { limit: 101, deep: { ttl: 0 } });
    expect([statusOf(error), error.code]).toEqual([400, 'invalid_request']);
    expect(error.message).toBe('name is required; limit must be at most 100; deep.ttl must be at least 1');
    expect(error.details.issues).toEqual([
      { field: 'name', message: 'is required' },
      { field: 'limit', message: 'must be at most 100' },
      { field: 'deep.ttl', message: 'must be at least 1' },
    ]);
    expect(refusal(shape, []).message).toBe('The input must be an object');
  });

  it('has the limit and the size where a text is too long', () => {
    const { message, details } = refusal(operations.createSpace.input, { name: 'n'.repeat(201), description: '' });
    expect(message).toBe('name must be at most 200 characters, but has 201');
    expect(details.issues).toMatchObject([{ field: 'name', limit: 200, actual: 201 }]);
  });

  it('names 20 fields at most', () => {
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, z.string()]));
    expect(refusal(z.object(fields), {}).details.issues).toHaveLength(20);
  });

  it('is 404 for a path parameter that is not an id', () => {
    const parameters = [...new Set(Object.values(operations).flatMap(({ path }) => pathParameters(path)))];
    const codes = parameters.map((name) => statusOf(refusal(z.object({ [name]: z.uuid() }), { [name]: '1' })));
    expect(codes).toEqual(parameters.map(() => 404));
  });

  it('is 400 for a field of that name where the path has none', () => {
    const error = refusalOf(() =>
      readInput(operations.answerDecision, { ...operations.answerDecision.example.input, version: 0 }),
    );
    expect([statusOf(error), error.message]).toEqual([400, 'version must be at least 1']);
  });

  it('judges a field with several forms by the form that was meant', () => {
    const ask = operations.ask.input;
    expect(refusal(ask, {}).message).toBe('query is required');
    expect(refusal(ask, { query: 5 }).message).toBe('query must be a string or must be an object');
    expect(refusal(ask, { query: {} }).message).toBe('query.text is required');
    expect(refusal(ask, { query: { text: 'a\u0000' } }).message).toBe('query.text must be Unicode text without U+0000');
    expect(refusal(ask, { query: 'a\u0000' }).message).toBe('query must be Unicode text without U+0000');
  });
});

describe('the words for what is wrong with a field', () => {
  const either = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]);
  const cases: [schema: z.ZodType, value: unknown, words: string][] = [
    [z.string(), undefined, 'is required'],
    [z.enum(['a', 'b']), undefined, 'is required'],
    [z.string(), null, 'must be a string'],
    [z.boolean(), 'true', 'must be a boolean'],
    [z.int(), 1.5, 'must be an integer'],
    [z.int().default(1), '1', 'must be an integer'],
    [z.number(), Number.NaN, 'must be a number'],
    [z.array(z.string()), {}, 'must be an array'],
    [z.bigint(), 1, 'must be of type bigint'],
    [z.never(), 1, 'is not allowed'],
    [z.literal('markdown'), 'html', 'must be "markdown"'],
    [z.enum(['text', 'image']), 'video', 'must be one of "text", "image"'],
    [z.number().lt(3), 3, 'must be less than 3'],
    [z.number().gt(3), 3, 'must be more than 3'],
    [z.string().max(2), 'abc', 'must have at most 2 characters'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().length(1), '', 'must have exactly 1 characters'],
    [z.array(z.string()).min(2), [], 'must have at least 2 items'],
    [z.email(), 'x', 'must be an email address'],
    [z.iso.duration(), 'x', 'must be a valid duration'],
    [z.string().regex(/^x$/), 'y', 'must match the pattern /^x$/'],
    [z.string().startsWith('x'), 'y', 'must start with "x"'],
    [z.string().endsWith('x'), 'y', 'must end with "x"'],
    [z.string().includes('x'), 'y', 'must contain "x"'],
    [z.int().multipleOf(5), 3, 'must be a multiple of 5'],
    [z.strictObject({}), { a: 1, b: 2 }, 'has unknown fields: "a", "b"'],
    [z.xor([z.string(), z.string()]), 'a', 'matches more than one of the allowed forms'],
    [z.record(z.string().max(1), z.any()), { ab: 1 }, 'has an invalid key'],
    [z.string().refine(() => false), 'a', 'is not valid'],
    [z.string().regex(/^x$/, 'must be x'), 'y', 'must be x'],
  ];
  it.each(cases)('%# are plain', (schema, value, words) => {
    expect(field(schema, value).replace(/^field(\.\w+)? /, '')).toBe(words);
  });

  it('name the forms that a kind can have', () => {
    expect(field(either, { kind: 'c' })).toMatch(/^field\.kind must be one of "a", "b"$/);
  });

  it('are for an element of a map too', () => {
    expect(inWords({ code: 'invalid_element', origin: 'map', key: {}, issues: [], input: 'a' })).toBe('has an invalid element');
  });
});

/** How zod words what it finds. */
const library = /Invalid|Too (big|small)|Unrecognized|\bexpected\b|\breceived\b/;
/** How each of our sentences goes on after its field. */
const sentence = /^(The input|[\w.]+) (is|has|must|matches) [^;]+$/;

const odd = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', ' ', '\u0000', '\ud800', 'x'.repeat(2_000), true, {}, [], [null], { text: {} }),
  fc.constantFrom(-1, 0, 1.5, 1e9, 2 ** 53, Number.NaN, Infinity),
  fc.jsonValue(),
);

describe('whatever is sent', () => {
  it.each(names)('to %s, the refusal is in our words', (name) => {
    const { input, path } = operations[name];
    const { shape } = input as z.ZodObject;
    const { example } = operations[name] as { example: { input: object } };
    const fields = Object.keys(shape).filter((each) => !pathParameters(path).includes(each));
    const asks = fc.oneof(
      fc.record(Object.fromEntries(fields.map((each) => [each, odd])), { requiredKeys: [] }).map((sent) => ({
        ...example.input,
        ...sent,
      })),
      odd,
    );
    const check = (sent: unknown) => {
      const parsed = input.safeParse(sent);
      if (parsed.success) return;
      const { message, details } = refusal(input, sent);
      expect(message).not.toMatch(library);
      for (const issue of details.issues ?? []) expect(`${issue.field || 'The input'} ${issue.message}`).toMatch(sentence);
    };
    for (const each of fields) for (const value of fc.sample(odd, 40)) check({ ...example.input, [each]: value });
    fc.assert(fc.property(asks, check));
  });
});
