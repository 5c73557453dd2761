import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { contract, type AddressForModels, type Operation, type OperationName } from '@parley/core';
import type { Arguments, Backend } from './backend.ts';
import { declaredAs } from './declared.ts';
import { formOf, type Form } from './form.ts';
import { shownOf } from './structured.ts';

/** What a resource of the protocol shows: an operation and its arguments. */
export interface Shown {
  spaceId: string;
  operation: OperationName;
  args: Arguments;
}

const mimeType = 'application/json';

const operations = new Map(Object.entries<Operation>(contract()));

interface Kind extends AddressForModels {
  /** Recognizes its addresses. */
  pattern: RegExp;
  form: Form;
}

/** Each kind of resource, by a part of the address of its space. */
const kinds: readonly Kind[] = declaredAs('address').map((address) => ({
  ...address,
  pattern: new RegExp(
    `^parley://spaces/(?<spaceId>[\\w-]{1,64})${address.path
      .replace(/\{(\w+)\}/, '(?<$1>[\\w-]{1,64})')
      .replace(/\{\?(\w+)\}/, '(?:\\?$1=(?<$1>\\d{1,15}))?')}$`,
  ),
  form: formOf(operations.get(address.operation)!.output),
}));

const byOperation = new Map(kinds.map((kind) => [kind.operation, kind]));
const byEvent = new Map(kinds.flatMap((kind) => (kind.event === undefined ? [] : [[kind.event, kind]])));

/** Up to its first variable. */
const beginningOf = (path: string): string => path.replace(/\{.*/, '');
const hasId = (path: string): boolean => /\{\w/.test(path);

export const resourceTemplates: ResourceTemplateType[] = kinds.map(({ name, path, description }) => ({
  name,
  uriTemplate: `parley://spaces/{spaceId}${path}`,
  description,
  mimeType,
}));

/** What an address shows; undefined if it is no address of a resource. */
export function shownAt(uri: string): Shown | undefined {
  for (const { pattern, operation, input } of kinds) {
    const { spaceId, after, ...ids } = pattern.exec(uri)?.groups ?? {};
    if (spaceId === undefined) continue;
    const args = { spaceId, ...ids, ...input, ...(after !== undefined && { after: Number(after) }) };
    return { spaceId, operation: operation as OperationName, args };
  }
  return undefined;
}

/** The addresses of resources that an event of a space changes. `data` is only read if it says which. */
export function changedBy(spaceId: string, event: string, data: () => Record<string, unknown>): string[] {
  const space = `parley://spaces/${spaceId}`;
  const kind = byEvent.get(event);
  if (!kind) return [space];
  const { path, idIn, isInSpace } = kind;
  const own = `${space}${beginningOf(path)}${idIn === undefined ? '' : valueAt(data(), idIn)}`;
  return isInSpace ? [space, own] : [own];
}

const valueAt = (data: Record<string, unknown>, path: string): string =>
  String(path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], data));

export async function listResources(backend: Backend): Promise<Resource[]> {
  const spaces = await backend.spaces();
  return spaces.flatMap(({ spaceId, name }) =>
    kinds
      .filter(({ path }) => !hasId(path))
      .map(({ name: kind, path, description }) => ({
        uri: `parley://spaces/${spaceId}${beginningOf(path)}`,
        name: `${name}: ${kind}`,
        description,
        mimeType,
      })),
  );
}

/** A resource as the fields of an answer, in which every text of a participant is enclosed. */
export async function readResource(
  backend: Backend,
  uri: string,
  { operation, args }: Shown,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const { form, path } = byOperation.get(operation)!;
  const answer = await backend.run(operation, args, { signal, isMinimal: path !== '' });
  return { contents: [{ uri, mimeType, text: JSON.stringify(shownOf(form, answer).fields) }] };
}
