import fc, { type Arbitrary } from 'fast-check';

/** How the text of a body is encoded: usually correctly, otherwise in one of several wrong ways. */
export type Spelling =
  | 'utf8'
  | 'bom'
  | 'latin1'
  | 'utf16le'
  | 'utf16be'
  | 'invalid'
  | 'truncated'
  | 'trailing'
  | 'doubled'
  | 'single quoted'
  | 'deep'
  | 'deep field'
  | 'huge number'
  | 'blank'
  | 'too large';

export const spellings: Arbitrary<Spelling> = fc.oneof(
  { arbitrary: fc.constant<Spelling>('utf8'), weight: 12 },
  {
    arbitrary: fc.constantFrom<Spelling>(
      'bom',
      'latin1',
      'utf16le',
      'utf16be',
      'invalid',
      'truncated',
      'trailing',
      'doubled',
      'single quoted',
      'deep',
      'deep field',
      'huge number',
      'blank',
    ),
    weight: 6,
  },
);

const levels = 100_000;
const bodyLimit = 2 * 1024 * 1024;

export function spell(value: unknown, spelling: Spelling): Buffer {
  const json = textOf(value);
  switch (spelling) {
    case 'utf8':
      return Buffer.from(json);
    case 'bom':
      return Buffer.from(`\ufeff${json}`);
    case 'latin1':
      return Buffer.from(`${json.slice(0, -1)},"more":"é"}`, 'latin1');
    case 'utf16le':
      return Buffer.from(`\ufeff${json}`, 'utf16le');
    case 'utf16be':
      return Buffer.from(`\ufeff${json}`, 'utf16le').swap16();
    case 'invalid':
      return Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xc3, 0x28, 0xf8, 0x88, 0xff, 0x22, 0x7d])]);
    case 'truncated':
      return Buffer.from(json).subarray(0, Math.floor(json.length / 2));
    case 'trailing':
      return Buffer.from(`${json}${json}`);
    case 'doubled':
      return Buffer.from(`{"name":1,${json.slice(1)}`);
    case 'single quoted':
      return Buffer.from(json.replaceAll('"', "'"));
    case 'deep':
      return Buffer.from('['.repeat(levels) + ']'.repeat(levels));
    case 'deep field':
      return Buffer.from(`${json.slice(0, -1)},"name":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`);
    case 'huge number':
      return Buffer.from(`{"ttl":1e999,"name":-0,"description":${'9'.repeat(10_000)}}`);
    case 'blank':
      return Buffer.from(' \n\t ');
    case 'too large':
      return Buffer.from(JSON.stringify({ content: 'x'.repeat(bodyLimit) }));
  }
}

/** JSON of any value; what JSON cannot express becomes null. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner)) ?? 'null';
  } catch {
    return 'null';
  }
}

export const contentTypes = fc.oneof(
  { arbitrary: fc.constant<string | undefined>('application/json'), weight: 8 },
  {
    arbitrary: fc.constantFrom<string | undefined>(
      undefined,
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      '////',
      'json',
      '*/*',
      `text/${'x'.repeat(4_000)}`,
      'application/json;;;=',
    ),
    weight: 4,
  },
);
