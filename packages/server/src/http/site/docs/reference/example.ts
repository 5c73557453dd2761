import { pathParameters, type Operation } from '@parley/core';

interface Call {
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

/** The example of an operation as a command. */
export function curlOf({ operation, publicUrl }: Call): string {
  const { method, path, auth, kind, example } = operation;
  const input = example.input as Record<string, unknown>;
  const inPath = pathParameters(path);
  const place = path.replace(/\{(\w+)\}/g, (whole, name: string) => (name in input ? encodeURIComponent(String(input[name])) : whole));
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name));
  const query = method === 'GET' ? new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString() : '';
  const header = headers[auth];
  return [
    `curl${kind === 'stream' ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${quoted(publicUrl + place + (query && `?${query}`))}`,
    ...(header === undefined ? [] : [`-H "${header}"`]),
    ...(method === 'GET' || rest.length === 0
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(Object.fromEntries(rest)))}`]),
  ].join(' \\\n  ');
}

/** The same with `@parley/sdk`, whose methods for a stream and for joining do more than one request. */
export function sdkOf({ name, operation }: Call): string | undefined {
  const { path, auth, kind, example } = operation;
  if (kind !== 'json' || auth === 'invitation') return undefined;
  const ofSpace = path.includes('{spaceId}') && auth !== 'identity';
  const input = Object.entries(example.input).filter(([field]) => !(ofSpace && field === 'spaceId'));
  return `const answer = await ${ofSpace ? 'space' : 'parley'}.call('${name}', ${literal(Object.fromEntries(input))});`;
}

/** A value as JavaScript. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${JSON.stringify(value).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
