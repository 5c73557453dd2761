import { pathParameters, type Operation } from '@parley/core';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from 'zod-openapi';
import { isInQuery } from '../rest/parameters.ts';
import { requestHeaders } from './headers.ts';
import { responsesOf } from './responses.ts';
import { securityOf } from './security.ts';

type SchemaFields = [name: string, schema: z.ZodType][];

/** One operation, with its name as operationId. */
export function describe(name: string, operation: Operation): ZodOpenApiOperationObject {
  const { path, input, summary, description, tag } = operation;
  const names = pathParameters(path);
  const example = operation.example.input;
  const fields = Object.entries(input.shape) as SchemaFields;
  const inPath = fields.filter(([field]) => names.includes(field));
  const rest = fields.filter(([field]) => !names.includes(field));
  return {
    operationId: name,
    summary,
    description,
    tags: [tag.name],
    security: securityOf(operation),
    requestParams: {
      ...(inPath.length > 0 && { path: parameters(inPath, example) }),
      ...(isInQuery(operation) && rest.length > 0 && { query: parameters(rest, example) }),
      header: requestHeaders(operation),
    },
    ...(operation.takesBytes && { requestBody: bytes }),
    ...(!isInQuery(operation) &&
      rest.length > 0 && { requestBody: body(`${name[0]!.toUpperCase()}${name.slice(1)}Request`, rest, example) }),
    responses: responsesOf(operation),
  };
}

/** Bytes have no schema in OpenAPI 3.1; generators of clients know this one. */
const bytes: ZodOpenApiRequestBodyObject = {
  required: true,
  content: {
    'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
};

const parameters = (fields: SchemaFields, example: Record<string, unknown>): z.ZodObject =>
  z.object(
    Object.fromEntries(
      fields.map(([name, schema]) => [name, name in example ? schema.meta({ param: { example: example[name] } }) : schema]),
    ),
  );

function body(id: string, fields: SchemaFields, example: Record<string, unknown>) {
  const schema = z.object(Object.fromEntries(fields));
  const given = Object.fromEntries(fields.filter(([name]) => name in example).map(([name]) => [name, example[name]]));
  return {
    required: !schema.safeParse({}).success,
    content: { 'application/json': { schema: schema.meta({ id }), example: given } },
  };
}
