import { pathParameters, formOf, type Operation } from '@parley/core';

interface ExampleCall {
  name: string;
  operation: Operation;
  publicUrl: string;
}

/** How a header carries the credential of each kind of access; a shell variable stands for it. */
const headers: Record<Operation['auth'], string | undefined> = {
  none: undefined,
  owner: 'X-Private-Key: $KEY',
  participant: 'X-Private-Key: $KEY',
  member: 'X-Private-Key: $KEY',
  invitation: 'X-Private-Key: $INVITATION',
  anyKey: 'X-Private-Key: $KEY',
  session: 'Authorization: Bearer $JWT',
  identity: 'X-User-Token: $TOKEN',
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `spaceId` as a variable of a shell. */
const variableOf = (name: string): string => `$${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;

/** The example of an operation as a command. Variables stand for ids in the path, and for the credential. */
export function curlOf({ operation, publicUrl }: ExampleCall): string {
  const { method, path, auth, answers } = operation;
  const rest = fieldsBeside(pathParameters(path), operation);
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => variableOf(name));
  const query = method === 'GET' ? new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString() : '';
  const header = headers[auth];
  return [
    `curl${answers === 'events' ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} "${publicUrl}${place}${query && `?${query}`}"`,
    ...(header === undefined ? [] : [`-H "${header}"`]),
    ...(method === 'GET' || rest.length === 0
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(Object.fromEntries(rest)))}`]),
  ].join(' \\\n  ');
}

const fieldsBeside = (names: readonly string[], { example }: Operation): [name: string, value: unknown][] =>
  Object.entries(example.input as object).filter(([name]) => !names.includes(name));

/** The same with `@parley/sdk`, whose methods for a stream and for joining do more than one request. */
export function sdkOf({ name, operation }: ExampleCall): string | undefined {
  const { path, auth } = operation;
  if (formOf(operation).kind !== 'json' || auth === 'invitation') return undefined;
  const ofSpace = path.includes('{spaceId}') && auth !== 'identity';
  const input = fieldsBeside(ofSpace ? ['spaceId'] : [], operation).map(([field, value]) => `${field}: ${literal(value)}`);
  const call = (text: string) => `const answer = await ${ofSpace ? 'space' : 'parley'}.call('${name}', ${text});`;
  const short = call(input.length === 0 ? '{}' : `{ ${input.join(', ')} }`);
  return short.length <= lineCharacters ? short : call(`{\n${input.map((line) => `  ${line},\n`).join('')}}`);
}

const lineCharacters = 80;

/** A value as JavaScript. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`);
  return `{ ${fields.join(', ')} }`;
}
