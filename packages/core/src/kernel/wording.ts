import type { core } from 'zod';

type Code = core.$ZodIssueCode;
type Issue<Of extends Code = Code> = Extract<core.$ZodRawIssue, { code: Of }>;

const types: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Record<string, string> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  guid: 'a UUID',
  datetime: 'a date-time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  base64: 'Base64',
  json_string: 'JSON',
  jwt: 'a JWT',
};

const units: Record<string, string> = { string: 'characters', array: 'items', set: 'items', map: 'entries', file: 'bytes' };

const quoted = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value) ?? String(value)).join(', ');

/** "must be at least 1", "must have at most 3 items", "must have exactly 8 characters". */
function bounded(
  origin: string,
  limit: number | bigint,
  [bound, beyond]: [string, string],
  issue: Issue<'too_big' | 'too_small'>,
) {
  const unit = units[origin];
  const comparison = issue.exact ? 'exactly' : issue.inclusive === false ? beyond : bound;
  return unit ? `must have ${comparison} ${limit} ${unit}` : `must be ${comparison} ${limit}`;
}

/** When it gets text, the library says that it expected a number, even if the schema accepts only integers. */
function typeOf({ expected, inst }: Issue<'invalid_type'>): string {
  const { format } = (inst?._zod.def ?? {}) as { format?: string };
  return types[format === 'safeint' ? 'int' : expected] ?? `of type ${expected}`;
}

const words: { [Each in Code]: (issue: Issue<Each>) => string } = {
  invalid_type: (issue) => (issue.expected === 'never' ? 'is not allowed' : `must be ${typeOf(issue)}`),
  invalid_value: ({ values }) => (values.length === 1 ? `must be ${quoted(values)}` : `must be one of ${quoted(values)}`),
  too_big: (issue) => bounded(issue.origin, issue.maximum, ['at most', 'less than'], issue),
  too_small: (issue) =>
    units[issue.origin] && Number(issue.minimum) === 1 && !issue.exact
      ? 'must not be empty'
      : bounded(issue.origin, issue.minimum, ['at least', 'more than'], issue),
  invalid_format: (issue) => {
    if ('prefix' in issue) return `must start with ${quoted([issue.prefix])}`;
    if ('suffix' in issue) return `must end with ${quoted([issue.suffix])}`;
    if ('includes' in issue) return `must contain ${quoted([issue.includes])}`;
    if (issue.format === 'regex') return `must match the pattern ${issue.pattern}`;
    return `must be ${formats[issue.format] ?? `a valid ${issue.format.replaceAll('_', ' ')}`}`;
  },
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: ({ keys }) => `has unknown fields: ${quoted(keys)}`,
  invalid_union: (issue) => {
    if (issue.inclusive === false) return 'matches more than one of the allowed forms';
    if (issue.options) return `must be one of ${quoted(issue.options)}`;
    const forms = new Set(issue.errors.map(([first]) => first?.message ?? 'must be valid'));
    return [...forms].join(' or ') || 'is not valid';
  },
  invalid_key: () => 'has an invalid key',
  invalid_element: () => 'has an invalid element',
  custom: () => 'is not valid',
};

const ofMissing: readonly Code[] = ['invalid_type', 'invalid_value', 'invalid_union'];

/**
 * Says what is wrong with a field, to follow its name: "must be at most 100". Words in the schema itself take precedence.
 * The value is never repeated: it may be a secret.
 */
export function inWords(issue: core.$ZodRawIssue): string {
  if (issue.input === undefined && ofMissing.includes(issue.code)) return 'is required';
  return (words[issue.code] as (issue: core.$ZodRawIssue) => string)(issue);
}
