const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** A PostgreSQL array literal; both drivers carry it as plain text, and neither then has to know array types. */
export function arrayLiteral(values: readonly (string | number | boolean)[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(',')}}`;
}
