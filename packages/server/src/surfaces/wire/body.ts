import { maxBodyDepth, maxBodyFields, maxBodyFieldsInAll, maxBodyValues, ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bodies are JSON whatever their content type; an empty one counts as absent. Nothing is coerced. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    try {
      done(null, body.length === 0 ? undefined : jsonIn(request, body));
    } catch (refusal) {
      done(refusal as Error);
    }
  });
}

/** What a body contains. */
export function jsonIn(request: Pick<FastifyRequest, 'headers'>, body: Buffer): unknown {
  const text = jsonText(request, body);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notJson();
  }
}

/** The text of a body that is safe to parse. */
export function jsonText(request: Pick<FastifyRequest, 'headers'>, body: Buffer): string {
  const { 'content-type': type, 'content-encoding': coding } = request.headers;
  if (type !== undefined && type !== 'application/json') {
    assertNoForm(request);
    assertUtf8(request);
  }
  if (coding !== undefined) assertPlain(request);
  assertModest(body);
  try {
    return utf8.decode(body);
  } catch {
    throw notJson();
  }
}

const notJson = (): ServiceError => new ServiceError('malformed_body', 'The body is not valid JSON in UTF-8');

/** Only uploads take forms. Those of `curl -d` say that they are one too, but are JSON. */
export function assertNoForm({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (!/^\s*multipart\//i.test(headers['content-type'] ?? '')) return;
  throw new ServiceError('malformed_body', 'This takes no form: send JSON');
}

/** A small encoded body can become a huge one. */
export function assertPlain({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const coding = (headers['content-encoding'] ?? '').trim();
  if (coding === '' || coding.toLowerCase() === 'identity') return;
  throw new ServiceError(
    'malformed_body',
    `Content-Encoding is not supported: send the body as it is, without ${coding.slice(0, 40)}`,
  );
}

/** ASCII is a subset of UTF-8; any other charset would be misread. */
function assertUtf8({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (/^(utf-?8|us-ascii)$/i.test(charset)) return;
  throw new ServiceError('malformed_body', `The body must be in UTF-8, not ${charset.slice(0, 40)}`);
}

interface Outline {
  /** Fields of the outermost object. */
  fields: number;
  fieldsInAll: number;
  /** Commas and opening brackets: empty lists and objects are cheap to send, but not to parse. */
  values: number;
  depth: number;
}

const [quote, backslash, colon, comma] = Buffer.from('"\\:,');
const [openObject, closeObject, openList, closeList] = Buffer.from('{}[]');

/** Where the quotation mark is that ends a string: one after an even number of backslashes. */
function endOfString(json: Buffer, begin: number): number {
  for (let at = json.indexOf(quote!, begin); at >= 0; at = json.indexOf(quote!, at + 1)) {
    let first = at;
    while (json[first - 1] === backslash) first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
  return json.length;
}

/** How wide and deep JSON is. The result is meaningless for invalid JSON. */
export function outlineOf(json: Buffer): Outline {
  let [fields, fieldsInAll, values, depth, level] = [0, 0, 0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at + 1);
    else if (byte === comma) values += 1;
    else if (byte === openObject || byte === openList) {
      values += 1;
      depth = Math.max(depth, (level += 1));
    } else if (byte === closeObject || byte === closeList) level -= 1;
    else if (byte === colon) {
      fieldsInAll += 1;
      if (level === 1) fields += 1;
    }
  }
  return { fields, fieldsInAll, values, depth };
}

/** Runs before parsing, because wide or deep JSON costs much more to parse than to scan. */
function assertModest(json: Buffer): void {
  const { fields, fieldsInAll, values, depth } = outlineOf(json);
  if (fields > maxBodyFields) throw tooMuch('have at most', 'fields', maxBodyFields, fields);
  if (fieldsInAll > maxBodyFieldsInAll)
    throw tooMuch('have at most', 'fields, including nested ones', maxBodyFieldsInAll, fieldsInAll);
  if (values > maxBodyValues) throw tooMuch('have at most', 'values (commas and opening brackets)', maxBodyValues, values);
  if (depth > maxBodyDepth) throw tooMuch('be nested at most', 'levels deep', maxBodyDepth, depth);
}

/** The message contains both numbers, because the errors of A2A have no fields for them. */
function tooMuch(can: string, what: string, limit: number, actual: number): ServiceError {
  const message = `The body can ${can} ${limit} ${what}, not ${actual}`;
  return new ServiceError('invalid_request', message, { issues: [{ field: '', message, limit, actual }] });
}
