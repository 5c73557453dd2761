import type { Param } from './connection.ts';

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** A PostgreSQL array literal; both drivers send it as plain text, so neither needs to know array types. */
export function arrayLiteral(values: readonly Param[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(',')}}`;
}
