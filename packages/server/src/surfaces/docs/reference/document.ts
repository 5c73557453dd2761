/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  contentSchema?: Schema;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Schema;
  description?: string;
  required?: boolean;
  example?: unknown;
}

type Content = Record<string, { schema: Schema; example?: unknown }>;

interface DocumentedAnswer {
  description: string;
  content?: Content;
}

interface Described {
  operationId: string;
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, DocumentedAnswer | { $ref: string }>;
}

/** What the reference reads of `/openapi.json`. */
export interface ApiDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

export const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The schema itself, where there is a reference to it. What is said beside a reference counts more. */
export function resolved(schema: Schema, { components }: ApiDocument): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...components.schemas[nameIn($ref)], ...beside };
}

export function parametersOf({ parameters = [] }: Described, { components }: ApiDocument): Parameter[] {
  return parameters.map((each) => ('$ref' in each ? components.parameters[nameIn(each.$ref)]! : each));
}

/** The answers of an operation that are no refusals. */
export function successesOf({ responses }: Described): [status: string, answer: DocumentedAnswer][] {
  return Object.entries(responses).flatMap(([status, answer]) => ('$ref' in answer ? [] : [[status, answer] as const])) as never;
}

/** The schemas that describe a whole body, which the operation itself shows. */
export function bodiesIn({ paths }: ApiDocument): Set<string> {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return new Set(
    operations.flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema: { $ref } }) => ($ref === undefined ? [] : [nameIn($ref)])),
    ),
  );
}
