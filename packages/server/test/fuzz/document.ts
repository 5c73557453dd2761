export interface Schema {
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
  statuses: number[];
}

interface OperationObject {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
  responses: Record<string, unknown>;
}

/** Every operation in the OpenAPI document of the server. */
export async function readDocument(port: number): Promise<Described[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, OperationObject>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
      parameters: parameters ?? [],
      body: requestBody?.content['application/json']?.schema,
      statuses: Object.keys(responses).map(Number),
    })),
  );
}
