import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from './document.ts';

export const dateTimes = [
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.000+14:00',
  '1970-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-23:59',
  '2016-12-31T23:59:60Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00:00',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '1763683200000',
  'now',
];

const awkward = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  '𝒳'.repeat(81),
  'ß'.repeat(200),
  '__proto__',
  'NaN',
  "'; drop table spaces; --",
  '{}',
  '%s%n',
  '../../etc/passwd',
  '\r\nSet-Cookie: a=b',
];
/** Lengths around limits and powers of two. */
const lengths = [79, 80, 81, 120, 121, 200, 201, 4_000, 4_001, 20_001, 65_536, 65_537, 1_048_577];
const numbers = [
  0,
  -0,
  -1,
  1,
  0.5,
  1e-7,
  1e21,
  -1e308,
  2_147_483_647,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
];

/** A long text with a short representation in counterexamples. */
class Repeated {
  readonly unit: string;
  readonly times: number;

  constructor(unit: string, times: number) {
    this.unit = unit;
    this.times = times;
  }

  toJSON(): string {
    return this.unit.repeat(this.times);
  }
}

export const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(...awkward));
const longTexts = fc
  .tuple(fc.constantFrom('a', 'é', '€', '😀', '\u0001', '"'), fc.constantFrom(...lengths))
  .map(([unit, times]) => new Repeated(unit, times));

/** Any JSON, including keys that are special in JavaScript. */
export const anything: Arbitrary<unknown> = fc.oneof(
  texts,
  longTexts,
  fc.constantFrom<unknown>(...numbers, true, false, null, [], {}, [[]], [null], '60', 'false', 'true'),
  fc.anything({
    key: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'length', '0', ''), fc.string({ maxLength: 5 })),
    maxDepth: 3,
    withNullPrototype: true,
  }),
);

/** Values that a schema allows, with emphasis on its limits. */
export function fitting(schema: Schema): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer') {
    const { minimum: min = 0, maximum: max = 1_000 } = schema;
    return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max: Math.min(max, 2_147_483_647) }));
  }
  if (schema.type === 'array') return fc.array(fitting(schema.items ?? {}), { minLength: 1, maxLength: 3 });
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema;
    const fields = Object.entries(properties).map(([name, inner]) => [name, fitting(inner)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: required });
  }
  return fc.string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 300, 300) });
}

/** Values that a schema allows, with parts replaced, removed or added. */
export function mutated(schema: Schema): Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return anything;
  const change = fc.record({
    field: fc.constantFrom(...names, '__proto__', 'spaceId', 'more'),
    value: fc.option(anything, { nil: undefined }),
  });
  const changed = fc.tuple(fitting(schema), fc.array(change, { minLength: 1, maxLength: 3 })).map(([fields, changes]) => {
    const result = { ...(fields as object) };
    for (const { field, value } of changes)
      Object.defineProperty(result, field, { value, enumerable: true, configurable: true, writable: true });
    return result;
  });
  return fc.oneof({ arbitrary: changed, weight: 5 }, { arbitrary: anything, weight: 1 });
}
