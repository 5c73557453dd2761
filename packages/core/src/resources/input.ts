import type { core, z } from 'zod';
import { notFound, ServiceError, type FieldIssue } from '../kernel/errors.ts';
import { missing } from './missing.ts';
import { refuseNearMisses } from './near-misses.ts';
import { inWords } from '../kernel/wording.ts';

/** How many fields a refusal names. */
const mostIssues = 20;

/** What an operation can be sent. Without a path, every field that identifies something does so like a path parameter. */
interface Readable<Input> {
  input: Input;
  path?: string;
}

/** The input of an operation: `sent` with its defaults filled in. Throws a `ServiceError` that names each field that is wrong. */
export function readInput<Input extends z.ZodType>({ input, path }: Readable<Input>, sent: unknown): z.output<Input> {
  const { success, data, error } = input.safeParse(sent, { error: inWords });
  if (success) return data;
  throw refusalOf(error.issues, path);
}

/** The input of an operation as a caller sent it: `cursor` becomes the field for which it stands, and near misses are refused. */
export function readRequest<Input extends z.ZodObject>(
  operation: Readable<Input> & { cursor?: string },
  sent: unknown,
): z.output<Input> {
  refuseNearMisses(operation.input, sent);
  const input = readInput(operation, sent);
  const { cursor: field } = operation;
  if (field === undefined) return input;
  const { cursor, ...rest } = input as Record<string, unknown>;
  if (cursor === undefined) return input;
  if ((sent as Record<string, unknown>)[field] !== undefined) {
    const issue = { field: 'cursor', message: `stands for ${field}: send one of them` };
    throw new ServiceError('invalid_request', `${issue.field} ${issue.message}`, { issues: [issue] });
  }
  return { ...rest, [field]: cursor } as z.output<Input>;
}

function refusalOf(found: core.$ZodIssue[], path?: string): ServiceError {
  const parameter = String(found[0]?.path[0]);
  if (isPathParameter(parameter, path)) return notFound(missing[parameter]);
  const issues = found.flatMap(ofClosestForm).slice(0, mostIssues).map(fieldIssue);
  const message = issues.map((issue) => `${issue.field || 'The input'} ${issue.message}`).join('; ');
  return new ServiceError('invalid_request', message, { issues });
}

const isPathParameter = (name: string, path = `{${name}}`): name is keyof typeof missing =>
  Object.hasOwn(missing, name) && path.includes(`{${name}}`);

/** If a field allows several types, names what is wrong for the type that was sent; if none matches, names all types. */
function ofClosestForm(issue: core.$ZodIssue): core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const closest = issue.errors.find((errors) => errors.length > 0 && !errors.some(isOfOtherType));
  if (!closest) return [issue];
  return closest.flatMap(ofClosestForm).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

const isOfOtherType = ({ code, path }: core.$ZodIssue): boolean => code === 'invalid_type' && path.length === 0;

function fieldIssue(issue: core.$ZodIssue): FieldIssue {
  const { limit, actual } = (issue.code === 'custom' ? (issue.params ?? {}) : {}) as { limit?: number; actual?: number };
  return {
    field: issue.path.join('.'),
    message: issue.message,
    ...(limit !== undefined && { limit }),
    ...(actual !== undefined && { actual }),
  };
}
