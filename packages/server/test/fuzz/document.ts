export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Schema;
}

export interface Described {
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** The media types of its answers, by status. */
  answers: Record<string, string[]>;
}

interface OperationObject {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
  responses: Record<string, { content?: object }>;
}

interface Document {
  paths: Record<string, Record<string, OperationObject>>;
}

/** Every operation in the OpenAPI document of the server, with the schemas that it refers to in place. */
export async function readDocument(port: number): Promise<Described[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`);
  const document = (await answer.json()) as Document;
  const inPlace = <Part>(part: Part): Part =>
    JSON.parse(JSON.stringify(part), (_, value: Schema | null) =>
      value?.$ref ? inPlace(at(document, value.$ref)) : value,
    ) as Part;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => {
      const body = requestBody?.content['application/json']?.schema;
      return {
        name: operationId,
        method: method.toUpperCase(),
        path,
        parameters: inPlace(parameters),
        body: body && inPlace(body),
        answers: Object.fromEntries(
          Object.entries(inPlace(responses)).map(([status, { content = {} }]) => [status, Object.keys(content)]),
        ),
      };
    }),
  );
}

/** What a reference such as `#/components/schemas/Message` names. */
const at = (document: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce((place, name) => (place as Record<string, unknown>)[name], document);
