import type { Tool } from '@modelcontextprotocol/server';
import {
  accessOf,
  carriesContext,
  isIdempotent,
  pathParameters,
  schemas,
  ServiceError,
  type ForModels,
  type Operation,
  type OperationName,
} from '@parley/core';
import { coreTools, titleOf, toolName } from './naming.ts';
import type { Addressing, Arguments, Backend, Surface } from './backend.ts';
import { inputSchemaOf, outputSchemaOf, type JsonSchema, type ObjectSchema, type OutputSchema } from './schema.ts';
import { enclosed, writtenByCallers } from './texts.ts';

/** A tool: what a client is told about it, and what it does. The answer holds texts of participants only in envelopes. */
export interface ParleyTool {
  tool: Tool;
  call(backend: Backend, args: Arguments, signal: AbortSignal): Promise<Record<string, unknown>>;
}

/** Which tools a client gets: all, or those that an attendee needs. */
export type Profile = 'all' | 'core';

export const isIn = (profile: Profile, { tool: { name } }: ParleyTool): boolean => profile === 'all' || coreTools.has(name);

/** The groups of operations that agents use. */
const tags: ReadonlySet<string> = new Set([
  'Spaces',
  'Invitations',
  'Participants',
  'Messages',
  'Deliveries',
  'Artifacts',
  'Linking',
] satisfies Operation['tag'][]);

/** Models answer with JSON, so streams and files are no tools; and none of them has the session of a human. */
const isTool = ({ tag, kind, auth }: Operation): boolean =>
  tags.has(tag) && kind === 'json' && !(accessOf[auth].takes.length === 1 && accessOf[auth].takes[0] === 'session');

interface Hints {
  reads: boolean;
  destroys?: boolean;
  repeats: boolean;
}

/** The four annotations. Every meeting has other participants, so the world of all tools but the documentation is open. */
export const annotationsOf = ({ reads, destroys = false, repeats }: Hints, isOpen = true) => ({
  readOnlyHint: reads,
  destructiveHint: destroys,
  idempotentHint: reads || repeats,
  openWorldHint: isOpen,
});

/** One tool for each operation of the contract that models can use. */
export function operationTools({ contract, addressing }: Surface): ParleyTool[] {
  const operations = Object.entries(contract) as [OperationName, Operation][];
  return operations
    .filter(([, operation]) => isTool(operation))
    .map(([name, operation]) => operationTool(name, operation, addressing));
}

function operationTool(name: OperationName, operation: Operation, addressing: Addressing): ParleyTool {
  const { summary, description, method, input, output, forModels = {}, tag } = operation;
  const isMinimal = carriesContext(operation) && tag !== 'Spaces';
  const required = pathParameters(operation.path).filter((field) => !addressing.hides.includes(field));
  return {
    tool: {
      name: toolName(name),
      title: titleOf(toolName(name)),
      description: [`${summary}.`, forModels.description ?? description, forModels.hint].filter(Boolean).join(' '),
      inputSchema: addressed(withDefaults(inputSchemaOf(input), forModels), operation, addressing),
      outputSchema: shownOutput(outputSchemaOf(output), isMinimal),
      annotations: annotationsOf({
        reads: method === 'GET',
        destroys: forModels.destroys ?? false,
        repeats: method === 'PUT' || method === 'DELETE',
      }),
    },
    async call(backend, args, signal) {
      assertGiven(required, args);
      const answer = await backend.run(name, { ...forModels.defaults, ...args }, { signal, isMinimal });
      const news = method === 'GET' ? answer : withoutEcho(answer, args);
      return enclosed(news, typeof args['spaceId'] === 'string' ? args['spaceId'] : undefined) as Record<string, unknown>;
    },
  };
}

/** A missing id is the mistake of a model, not an id of nothing. */
export function assertGiven(fields: readonly string[], args: Arguments): void {
  const issues = fields.filter((field) => args[field] === undefined).map((field) => ({ field, message: 'is required' }));
  if (issues.length === 0) return;
  throw new ServiceError('invalid_request', issues.map(({ field, message }) => `${field} ${message}`).join('; '), { issues });
}

/** The model has just written this text. */
const withoutEcho = (answer: Record<string, unknown>, args: Arguments) =>
  Object.fromEntries(
    Object.entries(answer).filter(([field, value]) => writtenByCallers[field] !== 'body' || value !== args[field]),
  );

function withDefaults({ properties = {}, ...schema }: ObjectSchema, { defaults = {}, hides = [] }: ForModels): ObjectSchema {
  const shown = Object.entries(properties).filter(([field]) => !hides.includes(field));
  const own = shown.map(([field, each]) => [field, field in defaults ? { ...each, default: defaults[field] } : each]);
  const required = schema.required?.filter((field) => !hides.includes(field)) ?? [];
  return { ...schema, properties: Object.fromEntries(own) as Record<string, JsonSchema>, required };
}

/** Common fields are explained once, in the instructions. */
const explained = new Set(['spaceId', 'participantId', 'invitationId', 'artifactId', 'deliveryId']);

function addressed(
  { properties = {}, required = [] }: ObjectSchema,
  operation: Operation,
  { hides, adds, requires }: Addressing,
): Tool['inputSchema'] {
  const { takes } = accessOf[operation.auth];
  const added = adds({
    space: 'spaceId' in properties,
    key: takes.includes('spaceKey'),
    user: takes.includes('userToken') || operation.acceptsUserToken === true,
    retries: isWorthRepeating(operation),
  });
  const own = Object.entries(properties)
    .filter(([field]) => !hides.includes(field))
    .map(([field, { description, ...each }]) => [
      field,
      explained.has(field) ? each : { ...each, ...(description && { description }) },
    ]);
  const all = [...required.filter((field) => !hides.includes(field)), ...requires.filter((field) => field in added)];
  return {
    type: 'object',
    properties: { ...Object.fromEntries(own), ...added },
    ...(all.length > 0 && { required: all }),
  };
}

/** Every write accepts `idempotencyKey`; only those that would do something twice show it. */
const isWorthRepeating = (operation: Operation): boolean =>
  isIdempotent(operation) && operation.method === 'POST' && operation.output !== schemas.ok;

/** Without the lists of the context bundle where the answer has none; and texts that the model wrote itself are left out. */
function shownOutput({ required = [], ...schema }: OutputSchema, isMinimal: boolean): OutputSchema {
  const absent = isMinimal ? ['participants', 'artifacts'] : [];
  const present = required.filter((field) => !absent.includes(field) && writtenByCallers[field] !== 'body');
  return { ...schema, ...(present.length > 0 && { required: present }) };
}
