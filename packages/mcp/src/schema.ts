import { z } from 'zod';

/** JSON Schema, as far as tools use it. */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
}

export type ObjectSchema = JsonSchema & { type: 'object' };

const keywords = ['type', 'enum', 'const', 'default'] as const;

/** What a field is by itself says nothing. */
const isTelling = (keyword: string, value: unknown): boolean => value !== undefined && (keyword !== 'default' || Boolean(value));

/** The fields that a model should know. The service itself checks limits, formats and patterns, and its refusals explain them. */
export function inputSchemaOf(schema: z.ZodType): ObjectSchema {
  const raw = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Raw;
  const generated = slim(raw, (raw['$defs'] ?? {}) as Record<string, Raw>);
  return {
    type: 'object',
    properties: generated.properties ?? {},
    ...(generated.required?.length && { required: generated.required }),
  };
}

/** A schema with other descriptions of some fields, at any depth. One with an empty description needs none, nor does what is in it. */
export function described({ items, properties, ...schema }: JsonSchema, texts: Readonly<Record<string, string>>): JsonSchema {
  const own = Object.entries(properties ?? {}).map(([name, each]) => {
    const { [name]: text } = texts;
    return [name, text === '' ? undescribed(each) : described({ ...each, ...(text && { description: text }) }, texts)];
  });
  return {
    ...schema,
    ...(items && { items: described(items, texts) }),
    ...(properties && { properties: Object.fromEntries(own) as Record<string, JsonSchema> }),
  };
}

function undescribed({ description: _, items, properties, ...schema }: JsonSchema): JsonSchema {
  const own = Object.entries(properties ?? {}).map(([name, each]) => [name, undescribed(each)]);
  return {
    ...schema,
    ...(items && { items: undescribed(items) }),
    ...(properties && { properties: Object.fromEntries(own) as Record<string, JsonSchema> }),
  };
}

type Raw = Record<string, unknown>;

function slim(raw: Raw, definitions: Record<string, Raw>): JsonSchema {
  const reference = raw['$ref'];
  if (typeof reference === 'string') {
    const target = slim(definitions[reference.replace('#/$defs/', '')]!, definitions);
    return typeof raw['description'] === 'string' ? { ...target, description: raw['description'] } : target;
  }
  const inner = (each: unknown) => slim(each as Raw, definitions);
  const [parts] = [raw['allOf']].filter(Array.isArray) as Raw[][];
  const merged: Raw = parts ? Object.assign({}, ...parts.map(inner), raw) : raw;
  const { items, properties, required, anyOf, oneOf, description } = merged;
  const forms = [anyOf ?? oneOf].filter(Array.isArray)[0]?.map(inner);
  const list = forms && listInPlaceOfWord(forms);
  if (list) {
    const { default: word } = merged;
    return {
      ...list,
      ...(word !== undefined && { default: [word].flat() }),
      ...(typeof description === 'string' && { description }),
    };
  }
  return {
    ...Object.fromEntries(keywords.filter((name) => isTelling(name, merged[name])).map((name) => [name, merged[name]])),
    ...(typeof description === 'string' && { description }),
    ...(items !== undefined && { items: inner(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties as Raw).map(([name, each]) => [name, inner(each)])),
    }),
    ...(Array.isArray(required) && { required: required as string[] }),
    ...(forms && { anyOf: forms }),
  };
}

/** Where a word or a list is taken, models give a list: some hosts refuse a schema with `anyOf` beside other keywords. */
const listInPlaceOfWord = (forms: readonly JsonSchema[]): JsonSchema | undefined =>
  forms.length === 2 && forms.some((form) => form.enum) ? forms.find(({ type }) => type === 'array') : undefined;
