// JSON Schema, as zod prints it, as TypeScript.

/** A schema without a name is written where it is used. */
const nameOf = ({ $ref }) => $ref?.split('/').at(-1);

/**
 * The type of a schema.
 * @param {object} schema
 * @param {'input' | 'output'} io - What may be missing from an input may also be given as `undefined`.
 * @param {string} indent
 * @returns {string}
 */
export function typeOf(schema, io, indent = '') {
  const { type, anyOf, items, properties, additionalProperties, format } = schema;
  if (schema.$ref) return nameOf(schema);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (anyOf) return anyOf.map((each) => typeOf(each, io, indent)).join(' | ');
  if (type === 'array') return arrayOf(typeOf(items, io, indent));
  if (type === 'object' && properties) return fieldsOf(schema, io, indent);
  if (type === 'object') return `Record<string, ${typeOf(additionalProperties ?? {}, io, indent)}>`;
  if (type === 'integer') return 'number';
  if (format === 'date-time') return 'DateTime';
  return type ?? 'unknown';
}

const arrayOf = (type) => (type.includes('|') ? `(${type})[]` : `${type}[]`);
const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value));
/** A field as it stands in an object. */
export const nameable = (field) => (/^\w+$/.test(field) ? field : literal(field));

/** The fields of an object between braces, each with its docstring. */
function fieldsOf({ properties, required = [] }, io, indent) {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([field, schema]) => {
    const isMissing = !required.includes(field);
    const type = `${typeOf(schema, io, inner)}${isMissing && io === 'input' ? ' | undefined' : ''}`;
    return [...docOf(wordsOf(schema), inner), `${inner}${nameable(field)}${isMissing ? '?' : ''}: ${type};`];
  });
  return lines.length === 0 ? 'Record<string, never>' : ['{', ...lines, `${indent}}`].join('\n');
}

/** What the type does not express. */
function wordsOf({ description, minimum, maximum, default: preset }) {
  const bound = (value) => value !== undefined && Math.abs(value) !== Number.MAX_SAFE_INTEGER;
  const facts = [
    bound(minimum) && `at least ${minimum.toLocaleString('en')}`,
    bound(maximum) && `at most ${maximum.toLocaleString('en')}`,
    preset !== undefined &&
      preset !== '' &&
      `default ${typeof preset === 'number' ? preset.toLocaleString('en') : `\`${preset}\``}`,
  ].filter(Boolean);
  const fact = facts.join(', ');
  if (!description) return fact && `${fact[0].toUpperCase()}${fact.slice(1)}`;
  return [description, fact].filter(Boolean).join('; ');
}

/** A docstring, wrapped as the rest of the code is. */
export function docOf(words, indent = '') {
  if (!words) return [];
  const text = /[.!?…]$/.test(words) ? words : `${words}.`;
  const line = `${indent}/** ${text} */`;
  if (line.length <= 130) return [line];
  const lines = [''];
  for (const word of text.split(' ')) {
    if (`${indent} * ${lines.at(-1)} ${word}`.length > 130) lines.push(word);
    else lines.push(`${lines.pop()} ${word}`.trim());
  }
  return [`${indent}/**`, ...lines.map((each) => `${indent} * ${each}`), `${indent} */`];
}

/** A declaration that others can name. */
export function declared(name, schema, io) {
  const type = typeOf(schema, io);
  const isObject = type.startsWith('{');
  return [...docOf(schema.description), isObject ? `export interface ${name} ${type}` : `export type ${name} = ${type};`].join(
    '\n',
  );
}
