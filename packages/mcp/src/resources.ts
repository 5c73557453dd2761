import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { contract } from '@parley/core';
import type { Arguments, Backend } from './backend.ts';
import { formOf, type Form } from './form.ts';
import { shownOf } from './structured.ts';

/** What a resource shows: an operation and its arguments. */
export interface Shown {
  spaceId: string;
  operation: Shows;
  args: Arguments;
}

type Shows = (typeof kinds)[number]['operation'];

const pageSize = 50;
const mimeType = 'application/json';

/** Each kind of resource, as a part of the address of its space. */
const kinds = [
  { name: 'space', path: '', description: 'A space: its purpose, participants and artifacts', operation: 'getSpace' },
  {
    name: 'messages',
    path: '/messages{?after}',
    description: `Up to ${pageSize} messages after a sequence`,
    operation: 'listMessages',
  },
  { name: 'deliveries', path: '/deliveries', description: 'Open deliveries to you', operation: 'listDeliveries' },
  { name: 'artifact', path: '/artifacts/{artifactId}', description: 'An artifact with its content', operation: 'getArtifact' },
] as const;

const operations = contract();
const forms = Object.fromEntries(kinds.map(({ operation }) => [operation, formOf(operations[operation].output)])) as Record<
  Shows,
  Form
>;

export const resourceTemplates: ResourceTemplateType[] = kinds.map(({ name, path, description }) => ({
  name,
  uriTemplate: `parley://spaces/{spaceId}${path}`,
  description,
  mimeType,
}));

const pattern =
  /^parley:\/\/spaces\/([\w-]{1,64})(?:\/(messages|deliveries)|\/artifacts\/([\w-]{1,64}))?(?:\?after=(\d{1,15}))?$/;

/** What an address shows; undefined if it is no address of a resource. */
export function shownAt(uri: string): Shown | undefined {
  const [address, spaceId, list, artifactId, after] = pattern.exec(uri) ?? [];
  if (address === undefined || spaceId === undefined || (after !== undefined && list !== 'messages')) return undefined;
  if (artifactId !== undefined) return { spaceId, operation: 'getArtifact', args: { spaceId, artifactId } };
  if (list === 'deliveries') return { spaceId, operation: 'listDeliveries', args: { spaceId, limit: pageSize } };
  if (list === 'messages')
    return { spaceId, operation: 'listMessages', args: { spaceId, limit: pageSize, after: Number(after ?? 0) } };
  return { spaceId, operation: 'getSpace', args: { spaceId } };
}

/** The addresses of resources that an event of a space changes. */
export function changedBy(spaceId: string, event: string, data: Record<string, unknown>): string[] {
  const space = `parley://spaces/${spaceId}`;
  switch (event) {
    case 'message':
      return [`${space}/messages`];
    case 'delivery':
      return [`${space}/deliveries`];
    case 'artifact':
      return [space, `${space}/artifacts/${(data['artifact'] as { id: string }).id}`];
    default:
      return [space];
  }
}

export async function listResources(backend: Backend): Promise<Resource[]> {
  const spaces = await backend.spaces();
  return spaces.flatMap(({ spaceId, name }) =>
    kinds
      .filter(({ path }) => !path.includes('{artifactId}'))
      .map(({ name: kind, path, description }) => ({
        uri: `parley://spaces/${spaceId}${path.replace(/\{.*/, '')}`,
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
  const answer = await backend.run(operation, args, { signal, isMinimal: operation !== 'getSpace' });
  return { contents: [{ uri, mimeType, text: JSON.stringify(shownOf(forms[operation], answer).fields) }] };
}
