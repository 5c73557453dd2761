import { accessOf, credentials, statusesOf, tags, keyParameterOf, type Contract, type Operation } from '@parley/core';
import { z } from 'zod';
import { pageOf, type DocumentationPage } from './library.ts';

/** The contract as a page of the documentation, for readers who prefer not to parse OpenAPI. */
export function interfacePage(contract: Contract): DocumentationPage {
  const operations = Object.entries(contract) as [string, Operation][];
  const lines = tags.flatMap((tag) => [
    `## ${tag.name}`,
    '',
    tag.description,
    '',
    ...operations.filter(([, operation]) => operation.tag === tag).flatMap(([name, operation]) => sectionOf(name, operation)),
  ]);
  return pageOf(
    'api',
    [
      '# Interface',
      '',
      'All operations of the REST interface. `/openapi.json` describes them as OpenAPI 3.1.',
      '',
      ...lines,
    ].join('\n'),
  );
}

function sectionOf(name: string, operation: Operation): string[] {
  const { method, path, summary, description, auth, success } = operation;
  const fields = fieldsOf(operation);
  return [
    `### ${name}`,
    '',
    `\`${method} ${path}\`: ${summary}. Needs ${accessOf[auth].needs}.${besides(operation)}`,
    '',
    description,
    '',
    ...(fields.length ? [...fields, ''] : []),
    `Returns ${Object.entries(success)
      .map(([status, meaning]) => `${status} (${meaning})`)
      .join(', ')}; errors: ${statusesOf(operation)
      .filter((status) => status >= 400)
      .join(', ')}.`,
    '',
  ];
}

/** Further facts about the headers of an operation and about who is refused. */
function besides(operation: Operation): string {
  const { linksUser, refusesMuted, ifMatch } = operation;
  const keyParameter = keyParameterOf(operation);
  const facts = [
    linksUser && `A user token in \`${credentials.userToken.header}\` links the space to the dashboard of a human.`,
    keyParameter !== undefined && `The key can be sent as the query parameter \`${keyParameter}\`.`,
    ifMatch !== undefined && `The header \`If-Match: "v7"\` sets \`${ifMatch}\`; a conflict is then 412.`,
    refusesMuted && 'A muted participant is refused.',
  ];
  return facts
    .filter(Boolean)
    .map((fact) => ` ${fact}`)
    .join('');
}

interface InterfaceField {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  description?: string;
}

function fieldsOf({ input }: Operation): string[] {
  const { properties = {}, required = [], $defs = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties as Record<string, InterfaceField>).map(([name, field]) => {
    const named = $defs[field.$ref?.split('/').at(-1) ?? ''] as InterfaceField | undefined;
    const { type, enum: values, description } = { ...named, ...field };
    const what = values ? values.map((value) => `\`${String(value)}\``).join(' or ') : type;
    const facts = [what, required.includes(name) ? undefined : 'optional'].filter(Boolean).join(', ');
    return `- \`${name}\`${facts && ` (${facts})`}${description ? `: ${description}` : ''}`;
  });
}
