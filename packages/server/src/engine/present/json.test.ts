import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Json, SharedText, type JsonFields } from './json.ts';

const shared = (text: string, rest: string): JsonFields => ({ text: text + rest, parts: [new SharedText(text), rest] });
const ending = (head: string, fields: JsonFields) => Json.ending<unknown>(head, fields);
const sent = ({ body }: Json<unknown>) => (typeof body === 'string' ? body : String(body.read()));
const text = fc.string({ unit: 'grapheme' });

describe('an answer that ends with a text that others contain too', () => {
  it('is the same text, the same bytes and the same value as if it were encoded as a whole', () =>
    fc.assert(
      fc.property(text, text, text, (first, second, third) => {
        const [head, long, rest] = [
          `{"a":${JSON.stringify(first)},`,
          `"b":${JSON.stringify(second)}`,
          `,"c":${JSON.stringify(third)}`,
        ];
        const [plain, made] = [ending(head, { text: long + rest }), ending(head, shared(long, rest))];
        expect(made.text).toBe(plain.text);
        expect(sent(made)).toBe(plain.body);
        expect(made.toJSON()).toEqual({ a: first, b: second, c: third });
      }),
    ));

  it('has the same identity as another one exactly if their texts are the same', () => {
    const texts = ['"b":1', '"b":2'].flatMap((long) => [',"c":1', ',"c":2'].map((rest) => shared(long, rest)));
    const made = ['{"a":1,', '{"a":2,'].flatMap((head) => texts.map((each) => ending(head, each).identity));
    expect(new Set(made).size).toBe(8);
    expect(ending('{', shared('"b":1', '')).identity).toBe(ending('{', shared('"b":1', '')).identity);
  });

  it('encodes it once', () => {
    const fields = shared('"b":1', '');
    const [first, second] = [ending('{', fields), ending('{"a":1,', fields)];
    expect([first, second].map(sent)).toEqual(['{"b":1}', '{"a":1,"b":1}']);
    expect(first.parts![1].bytes).toBe(second.parts![1].bytes);
  });
});
