import type { Tool } from '@modelcontextprotocol/server';
import {
  participantView,
  spaceView,
  accessOf,
  canBeMinimal,
  contextBundle,
  pathParameters,
  refuseNearMisses,
  ServiceError,
  answerForms,
  type Auth,
  type FieldIssue,
  type ForModels,
  type Operation,
  type OperationName,
  type Tag,
} from '@parley/core';
import { z } from 'zod';
import { toolName } from './naming.ts';
import type { Addressing, Surface } from './addressing.ts';
import type { Arguments, Backend } from './backend.ts';
import { declaredAs } from './declared.ts';
import { withoutLink } from './link.ts';
import { formOf, type Form, type ObjectForm } from './form.ts';
import { groupOf, type ToolGroup } from './profiles.ts';
import { givenByName, referencesIn, resolved, withWords, wordsIn } from './references.ts';
import { described, inputSchemaOf, type JsonSchema, type ObjectSchema } from './schema.ts';

/** A tool: its description, and what it does. */
export interface ParleyTool {
  tool: Tool;
  /** How its answer is shown. */
  form: Form;
  /** Which clients it is listed for. */
  group: ToolGroup;
  /** What a user must allow for it: reading, or what its resource is changed for. */
  permission: Permission;
  /** Who can call it; absent for what belongs to no space. */
  auth?: Auth;
  /** It acts in the space that the caller's key says. That of an invitation says none: its link does. */
  takesSpace?: boolean;
  /** `progress` is called from time to time while it waits, where the client listens to that. */
  call(backend: Backend, args: Arguments, signal: AbortSignal, progress?: Progress): Promise<Record<string, unknown>>;
}

/** What a user can allow tools to do. */
export type Permission = 'read' | Tag['permission'] | NonNullable<ForModels['permission']>;

/** Tells the client how many seconds a call has taken. */
export type Progress = (seconds: number, of: number) => void;

/** Tools return JSON, so streams and files are no tools; and no model has the session of a human. */
const isTool = ({ tag, answers, auth, forModels }: Operation): boolean =>
  tag.tools !== undefined &&
  answerForms[answers].kind === 'json' &&
  forModels?.isHidden !== true &&
  !(accessOf[auth].takes.length === 1 && accessOf[auth].takes[0] === 'session');

interface Hints {
  reads: boolean;
  destroys?: boolean;
  repeats: boolean;
}

/** The annotations that are not what a client assumes without them; where it need not care, none. Only the documentation is a closed world. */
export const annotationsOf = ({ reads, destroys = false, repeats }: Hints, isOpen = true) => ({
  ...(reads ? { readOnlyHint: true } : { destructiveHint: destroys, ...(repeats && { idempotentHint: true }) }),
  ...(!isOpen && { openWorldHint: false }),
});

/** One tool for each operation of the contract that models can use. */
export function operationTools({ contract, addressing }: Surface): ParleyTool[] {
  const operations = Object.entries(contract) as [OperationName, Operation][];
  return operations
    .filter(([, operation]) => isTool(operation))
    .map(([name, operation]) => operationTool(name, operation, addressing));
}

export function operationTool(name: OperationName, operation: Operation, addressing: Addressing): ParleyTool {
  const { method, input, forModels = {}, tag } = operation;
  const isMinimal = canBeMinimal(operation) && tag.name !== 'Spaces';
  const { isInLink = false } = accessOf[operation.auth];
  const required = pathParameters(operation.path).filter((field) => !addressing.hides.includes(field));
  const form = answerOf(operation, isMinimal, addressing);
  const references = referencesIn(operation);
  const words = wordsIn(operation);
  const toolNamed = toolName(name, operation);
  const inputSchema = addressed(forModel(inputSchemaOf(input), forModels), operation, addressing);
  const fields = fieldsOf(operation, inputSchema, addressing);
  return {
    form: forModels.tellsWhoIAm ? withCaller(form) : forModels.tellsWhere ? withSpaceFields(form) : form,
    group: groupOf(operation),
    permission: method === 'GET' ? 'read' : (forModels.permission ?? tag.permission),
    auth: operation.auth,
    takesSpace: required.includes('spaceId') && !isInLink,
    tool: {
      name: toolNamed,
      description: describedBy(operation, toolNamed),
      inputSchema,
      annotations: annotationsOf({
        reads: method === 'GET',
        destroys: forModels.destroys ?? false,
        repeats: method === 'PUT' || method === 'DELETE',
      }),
    },
    async call(backend, args, signal) {
      if (!isFlat(args, fields)) refuseNearMisses(fields, args);
      const given = withWords(words, isInLink ? withoutLink(args, backend) : args);
      assertGiven(required, given, isInLink);
      const named = givenByName(references, given);
      const withIds = named.length === 0 ? given : await resolved(named, backend, given, signal);
      const space = forModels.tellsWhere && (await spaceOf(backend, given, signal));
      const answer = await backend.run(name, { ...forModels.defaults, ...withIds }, { signal, isMinimal });
      if (space) return { ...space, ...answer };
      if (forModels.tellsWhoIAm) return { you: await callerIn(answer, backend, args, signal), ...answer };
      return answer;
    },
  };
}

/** What a model reads about a tool, without a summary that only repeats its name. */
function describedBy({ summary, description, forModels = {} }: Operation, name: string): string {
  const more = [forModels.description ?? description, forModels.hint].filter(Boolean);
  const isName = summary.toLowerCase().replace(/ an? /, '_') === name && more.length > 0;
  return [...(isName ? [] : [`${summary}.`]), ...more].join(' ');
}

/** All that a tool takes: the fields of the operation, and those that stand for the space and the key. */
function fieldsOf({ input }: Operation, { properties = {} }: Tool['inputSchema'], { hides, unlisted }: Addressing): z.ZodObject {
  const own = Object.entries(input.shape).filter(([field]) => !hides.includes(field));
  const added = [...Object.keys(properties), ...unlisted].map((field) => [field, z.unknown()]);
  return z.object({ ...Object.fromEntries(added), ...Object.fromEntries(own) });
}

/** Whether arguments are only fields that a tool has, without fields of their own. */
function isFlat(args: Arguments, { shape }: z.ZodObject): boolean {
  for (const [field, value] of Object.entries(args))
    if (!Object.hasOwn(shape, field) || (typeof value === 'object' && value !== null)) return false;
  return true;
}

/** What a tool shows of an answer. A write does not repeat the names and texts of what it wrote, most of which the model has just sent. */
function answerOf({ output, method, forModels }: Operation, isMinimal: boolean, { withholds }: Addressing): ObjectForm {
  const form = formOf(output) as ObjectForm;
  const absent = [...withholds, ...(isMinimal ? listsOfContext : [])];
  const isShown = (name: string, { kind }: Form) =>
    !absent.includes(name) && (method === 'GET' || forModels?.showsTexts || (kind !== 'label' && kind !== 'body'));
  return { ...form, fields: new Map([...form.fields].filter(([name, each]) => isShown(name, each))) };
}

/** The lists of the context bundle, which its minimal form does not have. */
const listsOfContext = Object.entries(contextBundle.shape).flatMap(([field, schema]) =>
  schema instanceof z.ZodArray ? field : [],
);

/** The list of participants says the rest. */
const callerView = participantView.pick({ participantId: true, name: true, status: true });

const withCaller = (form: ObjectForm): ObjectForm => ({
  ...form,
  fields: new Map([['you', formOf(callerView)], ...form.fields]),
});

const spaceFields = spaceView.pick({ spaceId: true, name: true });

const withSpaceFields = (form: ObjectForm): ObjectForm => ({
  ...form,
  fields: new Map([...(formOf(spaceFields) as ObjectForm).fields, ...form.fields]),
});

/** The space of an invitation, which is asked before it is used up. Only the operation itself says why it cannot be used. */
async function spaceOf(backend: Backend, { spaceId, privateKey }: Arguments, signal: AbortSignal) {
  const options = { signal, isMinimal: true };
  const { name } = await backend.run('getSpace', { spaceId, privateKey }, options).catch((): Record<string, unknown> => ({}));
  return { spaceId, ...(name !== undefined && { name }) };
}

/** The caller, as the answer lists it. */
async function callerIn(
  answer: Record<string, unknown>,
  backend: Backend,
  args: Arguments,
  signal: AbortSignal,
): Promise<unknown> {
  const id = await backend.callerId(args, signal);
  const all = Array.isArray(answer['participants']) ? (answer['participants'] as { participantId?: unknown }[]) : [];
  return id === undefined ? undefined : all.find(({ participantId }) => participantId === id);
}

/** Arguments with the space that the key says, if they name none and the tool takes one. */
export function withSpace({ takesSpace }: ParleyTool, backend: Backend, args: Arguments): Arguments {
  if (args['spaceId'] !== undefined || !takesSpace) return args;
  const spaceId = backend.spaceOfKey?.(args);
  return spaceId === undefined ? args : { ...args, spaceId };
}

/** A missing id is an invalid argument (400), not an unknown id (404). */
export function assertGiven(fields: readonly string[], args: Arguments, isInLink = false): void {
  const issues: FieldIssue[] = [];
  for (const field of fields) {
    if (args[field] !== undefined) continue;
    if (field !== 'spaceId') issues.push({ field, message: 'is required' });
    else if (isInLink) issues.push({ field: 'link', message: 'is required' });
    else issues.push({ field, message: 'is required unless you send your key' });
  }
  if (issues.length === 0) return;
  throw new ServiceError('invalid_request', issues.map(({ field, message }) => `${field} ${message}`).join('; '), { issues });
}

/** The fields of an operation as a model sees them. */
function forModel(schema: ObjectSchema, { defaults = {}, hides = [], fields = {} }: ForModels): ObjectSchema {
  const shown = Object.entries(schema.properties ?? {}).filter(([field]) => !hides.includes(field));
  const own = shown.map(([field, each]) => [field, field in defaults ? { ...each, default: defaults[field] } : each]);
  const { properties = {} } = described(
    { properties: Object.fromEntries(own) as Record<string, JsonSchema> },
    { ...explained, ...fields },
  );
  return { ...schema, properties, required: schema.required?.filter((field) => !hides.includes(field)) ?? [] };
}

/** Fields that the instructions explain, or their names. */
const explained = Object.fromEntries(
  [...declaredAs('selfEvident').flat(), 'leaseId', 'leaseSeconds', 'limit', 'after'].map((field) => [field, '']),
);

function addressed(
  { properties = {}, required = [] }: ObjectSchema,
  operation: Operation,
  { hides, adds, link }: Addressing,
): Tool['inputSchema'] {
  const { takes, isInLink } = accessOf[operation.auth];
  const byLink = isInLink ? link : undefined;
  const isByKey = takes.includes('spaceKey');
  const added = adds({ space: 'spaceId' in properties, key: isByKey && !byLink, user: takes.includes('userToken') });
  // The key, or a link, says the space.
  const isShown = (field: string) => !hides.includes(field) && !(isByKey && field === 'spaceId');
  const own = Object.entries(properties).filter(([field]) => isShown(field));
  const all = [...required.filter(isShown), ...Object.keys(byLink ?? {})];
  const fields: Record<string, JsonSchema> = { ...Object.fromEntries(own), ...added, ...byLink };
  return { type: 'object', properties: fields, ...(all.length > 0 && { required: all }) } as Tool['inputSchema'];
}
