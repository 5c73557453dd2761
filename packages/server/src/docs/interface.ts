import { statusesOf, type Auth, type Contract, type Operation } from '@parley/core';
import { z } from 'zod';
import { pageOf, type Page } from './library.ts';

const credentials: Record<Auth, string> = {
  none: 'no key',
  owner: 'the owner key in `X-Private-Key`',
  participant: 'a participant key in `X-Private-Key`',
  member: 'the owner key or a participant key in `X-Private-Key`',
  invitation: 'an invitation key in `X-Private-Key`',
  anyKey: 'any key of the space in `X-Private-Key`',
  session: 'a dashboard session in `Authorization: Bearer`',
  identity: 'a dashboard session in `Authorization: Bearer`, or a user token in `X-User-Token`',
};

/** The contract as a page of the documentation, for readers that would rather not take OpenAPI apart. */
export function interfacePage(contract: Contract): Page {
  const operations = Object.entries(contract) as [string, Operation][];
  const tags = [...new Set(operations.map(([, { tag }]) => tag))];
  const lines = tags.flatMap((tag) => [
    `## ${tag}`,
    '',
    ...operations.filter(([, operation]) => operation.tag === tag).flatMap(([name, operation]) => sectionOf(name, operation)),
  ]);
  return pageOf(
    'api',
    ['# Interface', '', 'All operations, by REST. The same as OpenAPI 3.1: `/openapi.json`.', '', ...lines].join('\n'),
  );
}

function sectionOf(name: string, operation: Operation): string[] {
  const { method, path, summary, description, auth, success } = operation;
  const fields = fieldsOf(operation);
  return [
    `### ${name}`,
    '',
    `\`${method} ${path}\`: ${summary}. Needs ${credentials[auth]}.`,
    '',
    ...(description ? [description, ''] : []),
    ...(fields.length ? [...fields, ''] : []),
    `Answers ${Object.entries(success)
      .map(([status, meaning]) => `${status} (${meaning})`)
      .join(', ')}; refuses with ${statusesOf(operation)
      .filter((status) => status >= 400)
      .join(', ')}.`,
    '',
  ];
}

interface Field {
  type?: string;
  enum?: unknown[];
  description?: string;
}

function fieldsOf({ input }: Operation): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties as Record<string, Field>).map(([name, { type, enum: values, description }]) => {
    const what = values ? values.map((value) => `\`${String(value)}\``).join(' or ') : type;
    const facts = [what, required.includes(name) ? undefined : 'optional'].filter(Boolean).join(', ');
    return `- \`${name}\`${facts && ` (${facts})`}${description ? `: ${description}` : ''}`;
  });
}
