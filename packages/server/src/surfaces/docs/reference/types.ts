import { escapeHtml } from '../../pages/wording.ts';
import { nameIn, type Schema } from './document.ts';

const code = (value: unknown): string => `<code>${escapeHtml(JSON.stringify(value))}</code>`;

const number = (value: number): string => value.toLocaleString('en');

/** What a value can be, as HTML; a named type is a link to its description. */
export function typeOf(schema: Schema): string {
  const { $ref, type = 'any value', items, anyOf, enum: values, contentSchema, format } = schema;
  if ($ref !== undefined) return `<a href="objects#${nameIn($ref)}">${nameIn($ref)}</a>`;
  if (values) return values.map(code).join(' or ');
  if ('const' in schema) return code(schema.const);
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (type === 'array') return `array of ${items ? typeOf(items) : 'anything'}`;
  if (contentSchema) return `JSON of ${typeOf(contentSchema)}`;
  return format === undefined ? type : `${type} (${format})`;
}

/** The limits and the default of a value, as HTML. */
export function limitsOf(schema: Schema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  const facts = [
    range(minLength, maxLength, 'character'),
    range(minItems, maxItems, 'entry', 'entries'),
    range(minimum, maximum),
    ...('default' in schema ? [`default ${code(schema.default)}`] : []),
  ];
  return facts.filter(Boolean).join('; ');
}

function range(least: number | undefined, most: number | undefined, unit = '', units = unit && `${unit}s`): string {
  const counted = (count: number) => `${number(count)}${unit && ` ${count === 1 ? unit : units}`}`;
  if (least === undefined) return most === undefined ? '' : `at most ${counted(most)}`;
  if (most === undefined) return `at least ${counted(least)}`;
  return least === most ? `exactly ${counted(most)}` : `${number(least)} to ${counted(most)}`;
}
