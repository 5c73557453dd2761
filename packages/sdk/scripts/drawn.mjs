// The contract as the SDK has it: types, operations, the fields they take, and procedures.
import { readFileSync } from 'node:fs';
import { contextBundle, contract, defaultLimits, events, isTemporary, formOf, pathParameters, statusOfCode } from '@parley/core';
import { z } from 'zod';
import { declared, docOf, nameable, typeOf } from './typescript.mjs';

const operations = Object.entries(contract(defaultLimits));
const header = '// Drawn from the contract by `npm run draw`. Do not edit.\n';

/** Schemas with a name, in the order of their first use; all schemas with one name are equal. */
const named = new Map();

function schemaOf(zod, io) {
  const { $defs = {}, $schema: _, ...schema } = z.toJSONSchema(zod, { io, unrepresentable: 'any' });
  for (const [name, def] of Object.entries($defs)) named.set(name, { schema: def, io });
  return schema;
}

const capital = (name) => `${name[0].toUpperCase()}${name.slice(1)}`;
const without = (fields, names) => Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** `InSpace` if the last parameter of the path is `spaceId`, otherwise `OfArtifact` and so on. */
const placeOf = (names) => (names.at(-1) === 'spaceId' ? 'InSpace' : `Of${capital(names.at(-1).replace(/Id$/, ''))}`);

const drawn = operations.map(([name, operation]) => {
  const { path, input, output } = operation;
  const names = pathParameters(path);
  const { properties = {}, required = [] } = schemaOf(input, 'input');
  const fields = without(properties, names);
  const isVoid = output instanceof z.ZodVoid;
  return {
    name,
    operation,
    names,
    place: {
      type: 'object',
      properties: Object.fromEntries(names.map((each) => [each, properties[each]])),
      required: names,
      description: properties[names.at(-1)]?.description,
    },
    fields: { type: 'object', properties: fields, required, description: `What \`${name}\` takes: ${operation.summary}` },
    hasFields: Object.keys(fields).length > 0,
    // The answer of Markdown and streams is the text itself.
    answer: isVoid
      ? 'undefined'
      : formOf(operation).kind === 'json'
        ? typeOf(schemaOf(output, 'output'), 'output', '    ')
        : 'string',
  };
});

/** The schemas of events, and those that other schemas contain. */
const told = Object.entries(events).map(([event, schema]) => [event, typeOf(schemaOf(schema, 'output'), 'output')]);
schemaOf(contextBundle, 'output');

function takes({ name, names, hasFields }) {
  const parts = [names.length > 0 && placeOf(names), hasFields && `${capital(name)}Input`].filter(Boolean);
  return parts.length > 0 ? parts.join(' & ') : 'Nothing';
}

/** Which credentials a call of the operation carries. */
function accessOf({ auth, linksUser }) {
  if (auth === 'none') return linksUser ? 'link' : 'none';
  if (auth === 'session') return 'session';
  if (auth === 'identity') return 'user';
  return linksUser ? 'keyAndLink' : 'key';
}

export function typesFile() {
  const places = new Map(drawn.filter(({ names }) => names.length > 0).map(({ names, place }) => [placeOf(names), place]));
  const parts = [
    header,
    '/** A date-time as the service formats it, such as `2026-01-31T12:00:00.000Z`. */\nexport type DateTime = string;\n',
    '/** The input of an operation that takes none. */\nexport type Nothing = Record<string, never>;\n',
    ...[...places].map(([name, place]) => `${declared(name, place, 'input')}\n`),
    ...[...named].map(([name, { schema, io }]) => `${declared(name, schema, io)}\n`),
    ...drawn
      .filter(({ hasFields }) => hasFields)
      .map(({ name, fields }) => `${declared(`${capital(name)}Input`, fields, 'input')}\n`),
    `/** The codes of the errors of the service. */\nexport type ServiceErrorCode =\n${Object.keys(statusOfCode)
      .map((code) => `  | '${code}'`)
      .join('\n')};\n`,
    '/** The data of each event of a space, by its type. */\nexport interface EventData {',
    ...told.map(([event, type]) => `  ${nameable(event)}: ${type};`),
    '}',
  ];
  return `${parts.join('\n')}\n`;
}

export function operationsFile() {
  // Names that begin with a capital letter are declared among the types.
  const used = drawn.flatMap((each) => `${takes(each)} ${each.answer}`.match(/\b[A-Z]\w*/g) ?? []);
  const lines = drawn.flatMap((each) => [
    ...docOf(`${each.operation.summary}. ${each.operation.description}`, '  '),
    `  ${each.name}: { input: ${takes(each)}; output: ${each.answer} };`,
  ]);
  const table = drawn.map(
    ({ name, operation }) => `  ${name}: ['${operation.method}', '${operation.path}', '${accessOf(operation)}'],`,
  );
  return [
    header,
    "import type { Access } from '../access.ts';",
    `import type {\n${[...new Set(used)]
      .toSorted()
      .map((name) => `  ${name},`)
      .join('\n')}\n} from './types.ts';`,
    '',
    '/** Every operation of the service: its input (path, query and body fields in one object) and its output. */',
    'export interface Operations {',
    ...lines,
    '}',
    '',
    '/** The name of an operation. */',
    'export type OperationName = keyof Operations;',
    '',
    '/** Method, path and access of every operation. */',
    'export const operations: Readonly<Record<OperationName, readonly [method: string, path: string, access: Access]>> = {',
    ...table,
    '};',
    '',
  ].join('\n');
}

/** The kind of a field, as `Shape` names it; a field that allows several kinds is checked by the service only. */
function kindOf({ type, format, $ref, anyOf, enum: values }) {
  if ($ref) return kindOf(named.get($ref.split('/').at(-1)).schema);
  if (format === 'date-time') return 'instant';
  if (anyOf?.some((each) => each.type === 'integer') && anyOf.some((each) => each.type === 'null')) return 'nullableInteger';
  return type === undefined && values === undefined ? 'any' : (type ?? 'string');
}

export function fieldsFile() {
  const lines = drawn.map(({ name, names, place, fields: { properties, required } }) => {
    const kinds = Object.entries(properties).map(
      ([field, schema]) => `${field}: '${kindOf(schema)}${required.includes(field) ? '' : '?'}'`,
    );
    const all = [...names.map((each) => `${each}: '${place.properties[each].type === 'integer' ? 'integer' : 'id'}'`), ...kinds];
    return `  ${name}: ${all.length > 0 ? `{ ${all.join(', ')} }` : '{}'},`;
  });
  return [
    header,
    "import type { Shape } from '../arguments.ts';",
    "import type { OperationName } from './operations.ts';",
    '',
    '/** What every field of every operation must be. */',
    'export const fields: Readonly<Record<OperationName, Shape>> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}

const saysLater = (status) => status === 429 || status >= 500;

/** What codes say about a retry, as far as their status says something else. */
export function codesFile() {
  const codes = Object.entries(statusOfCode).filter(([code, status]) => saysLater(status) !== isTemporary(code));
  const hidden = codes.filter(([code]) => isTemporary(code)).map(([code]) => code);
  if (hidden.length > 0) throw new Error(`the status of ${hidden.join(', ')} says that a retry is in vain`);
  return [
    header,
    '/** The errors of the service whose status says that the same call can succeed later, although it cannot. */',
    `export const lasting: ReadonlySet<string> = new Set(${JSON.stringify(codes.map(([code]) => code))});`,
    '',
  ].join('\n');
}

/**
 * The fields that everything else depends on and that every form of an answer has: lists, or otherwise keys and participant ids,
 * marked with `!`.
 */
function mainFieldsOf(schema) {
  if (schema.$ref) return mainFieldsOf(named.get(schema.$ref.split('/').at(-1)).schema);
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return forms.map(mainFieldsOf).reduce((some, others) => some.filter((field) => others.includes(field)));
  const { properties = {}, required = [] } = schema;
  const lists = required.filter((field) => properties[field].type === 'array');
  return lists.length > 0 ? lists : required.filter((field) => /^participantId$|Key$/.test(field)).map((field) => `${field}!`);
}

function answerOf({ operation }) {
  const { kind, or } = formOf(operation);
  if (kind !== 'json') return 'text';
  const schema = schemaOf(operation.output, 'output');
  return schema.type === 'array' ? 'list' : mainFieldsOf(schema).join(' ') + (or === 'text/plain' ? '|text' : '');
}

export function answersFile() {
  return [
    header,
    "import type { OperationName } from './operations.ts';",
    '',
    '/** What operations answer: `text`, a `list`, or an object that has these lists, or these texts (!); with `|text`, also a text. All others: any object. */',
    'export const answers: Readonly<Partial<Record<OperationName, string>>> = {',
    ...drawn.filter(answerOf).map((each) => `  ${each.name}: '${answerOf(each)}',`),
    '};',
    '',
  ].join('\n');
}

/** How each operation is called over tRPC, by the rule that the server's router follows. */
function procedureOf({ answers, method }) {
  if (answers === 'events') return 'subscription';
  return method === 'GET' ? 'query' : 'mutation';
}

export function proceduresFile() {
  const lines = operations.map(([name, operation]) => `  ${name}: '${procedureOf(operation)}';`);
  const texts = operations
    .filter(([, { answers }]) => answers === 'text')
    .map(([name, { output }]) => `  ${name}: ${typeOf(schemaOf(output, 'output'), 'output', '  ')};`);
  return [
    header,
    '/** How each operation is called over tRPC. */',
    'export interface Procedures {',
    ...lines,
    '}',
    '',
    '/** What the operations whose answer is a text over REST answer over tRPC. */',
    'export interface TextOutputs {',
    ...texts,
    '}',
    '',
  ].join('\n');
}

/** Programs that do not have the server enclose texts in the same way. */
export const namesFile = () => `${header}\n${readFileSync(new URL('../../core/src/kernel/names.ts', import.meta.url), 'utf8')}`;

export const envelopeFile = () =>
  `${header}\n${readFileSync(new URL('../../core/src/kernel/envelope.ts', import.meta.url), 'utf8')}`;
