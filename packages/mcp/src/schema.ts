import { z } from 'zod';
import type { ObjectForm } from './form.ts';

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
  minimum?: number;
  maximum?: number;
}

export type ObjectSchema = JsonSchema & { type: 'object' };

/** The schema of an answer. */
export type OutputSchema = { type: 'object'; required?: string[] };

const keywords = ['type', 'enum', 'const', 'default'] as const;
const isUsual = (limit: unknown): boolean => typeof limit !== 'number' || limit <= 1 || Math.abs(limit) >= 2 ** 31 - 1;

/** The fields that a model should know. The service itself checks lengths, formats and patterns, and its refusals explain them. */
export function inputSchemaOf(schema: z.ZodType): ObjectSchema {
  const generated = jsonSchemaOf(schema, 'input');
  return {
    type: 'object',
    properties: generated.properties ?? {},
    ...(generated.required?.length && { required: generated.required }),
  };
}

/** A schema whose fields another tool explains. */
export function undescribed({ description: _, ...schema }: JsonSchema): JsonSchema {
  const { items, properties } = schema;
  return {
    ...schema,
    ...(items && { items: undescribed(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, undescribed(each)])),
    }),
  };
}

/** A longer list of fields costs a model more tokens than it is worth. */
const mostRequired = 4;

/**
 * Which fields of a form a short answer always has. Types would double the size of the list of tools, which models read; they read the
 * answer itself, and `/openapi.json` describes it for programs.
 */
export function outputSchemaOf(schema: z.ZodType, { fields }: ObjectForm): OutputSchema {
  const [first = {}, ...others] = formsOf(jsonSchemaOf(schema, 'output'));
  const isAlways = (name: string) => fields.has(name) && others.every((form) => form.required?.includes(name));
  const required = first.required?.filter(isAlways) ?? [];
  return { type: 'object', ...(required.length > 0 && required.length <= mostRequired && { required }) };
}

const formsOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf?.flatMap(formsOf) ?? [schema];

type Raw = Record<string, unknown>;

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const raw = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Raw;
  return slim(raw, (raw['$defs'] ?? {}) as Record<string, Raw>);
}

function slim(raw: Raw, definitions: Record<string, Raw>): JsonSchema {
  const reference = raw['$ref'];
  if (typeof reference === 'string') {
    const target = slim(definitions[reference.replace('#/$defs/', '')]!, definitions);
    return typeof raw['description'] === 'string' ? { ...target, description: raw['description'] } : target;
  }
  const inner = (each: unknown) => slim(each as Raw, definitions);
  const [parts] = [raw['allOf']].filter(Array.isArray) as Raw[][];
  const merged: Raw = parts ? Object.assign({}, ...parts.map(inner), raw) : raw;
  const { items, properties, required, anyOf, oneOf, description, minimum, maximum } = merged;
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
    ...Object.fromEntries(keywords.filter((name) => merged[name] !== undefined).map((name) => [name, merged[name]])),
    ...(!isUsual(minimum) && { minimum: minimum as number }),
    ...(!isUsual(maximum) && { maximum: maximum as number }),
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
