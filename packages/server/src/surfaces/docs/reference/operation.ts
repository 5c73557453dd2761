import { accessOf, type Operation } from '@parley/core';
import type { DocumentationPage } from '../../../docs/library.ts';
import { escapeHtml } from '../../pages/wording.ts';
import type { Highlight } from '../highlight.ts';
import { anchored, codeBlock, inline, scrolling } from '../markdown.ts';
import { parametersOf, successesOf, type ApiDocument, type Schema } from './document.ts';
import { curlOf, sdkOf } from './example.ts';
import { fieldOf, fieldsOf, tableOf } from './fields.ts';
import { refusalsOf } from './refusals.ts';
import { typeOf } from './types.ts';

/** What the pages of the reference are drawn from. */
export interface Sources {
  document: ApiDocument;
  pages: readonly DocumentationPage[];
  publicUrl: string;
  highlight: Highlight;
}

const places = { path: 'Path', query: 'Query', header: 'Headers' } as const;

export const routeOf = ({ method, path }: Operation): string =>
  `<span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code>`;

/** One operation: what it needs, takes and answers, and an example. */
export function operationSection(name: string, operation: Operation, sources: Sources): string {
  const { document, highlight, publicUrl } = sources;
  const { summary, description, auth, method, path } = operation;
  const described = document.paths[path]![method.toLowerCase()]!;
  const parameters = parametersOf(described, document);
  const tables = (Object.keys(places) as (keyof typeof places)[]).flatMap((place) => {
    const fields = parameters.filter((parameter) => parameter.in === place).map(fieldOf);
    return fields.length === 0 ? [] : [`<h3>${places[place]}</h3>\n${tableOf(`${places[place]} of ${name}`, fields, 'sent')}`];
  });
  const body = described.requestBody?.content['application/json']?.schema;
  const sdk = sdkOf({ name, operation, publicUrl });
  return `<section class="operation">
${anchored(2, name, escapeHtml(summary))}<p class="route">${routeOf(operation)}</p>
<p>${inline(description)}</p>
<p>Needs ${inline(accessOf[auth].needs)}. Its name in clients is <code>${name}</code>.</p>
<h3>Example</h3>
${codeBlock(highlight(curlOf({ name, operation, publicUrl }), 'bash'), 'With curl')}${sdk === undefined ? '' : codeBlock(highlight(sdk, 'typescript'), 'With the <a href="../sdk">SDK</a>')}${tables.join('\n')}
${body ? `<h3>Body</h3>\n${tableOf(`Body of ${name}`, fieldsOf(body, document), 'sent')}` : ''}
${successesOf(described)
  .map(([status, answer]) => answerOf(name, status, answer, sources))
  .join('\n')}
<h3>Errors</h3>
<p>An error is an <a href="objects#Error">Error</a>.</p>
${scrolling(refusalsOf(operation, sources.pages))}</section>`;
}

type ShownAnswer = ReturnType<typeof successesOf>[number][1];

function answerOf(name: string, status: string, { description, content = {} }: ShownAnswer, sources: Sources): string {
  const parts = Object.entries(content).map(([type, { schema, example }]) => {
    const fields = fieldsOf(schema, sources.document);
    const table = fields.length === 0 ? '' : tableOf(`ShownAnswer ${status} of ${name}`, fields, 'received');
    return `<p><code>${type}</code>: ${typeOf(schema)}</p>\n${table}${exampleOf(example, sources.highlight)}`;
  });
  return `<h3>ShownAnswer ${status}: ${inline(description)}</h3>\n${parts.join('\n')}`;
}

function exampleOf(example: unknown, highlight: Highlight): string {
  if (example === undefined) return '';
  const code = typeof example === 'string' ? escapeHtml(example) : highlight(JSON.stringify(example, null, 2), 'json');
  return `<details><summary>Example answer</summary>\n${codeBlock(code)}</details>`;
}

/** A named type. */
export function objectSection(name: string, schema: Schema, document: ApiDocument): string {
  const { description = '', $ref: _, ...itself } = schema;
  const fields = fieldsOf(itself, document);
  const alternatives = itself.anyOf?.flatMap((each) =>
    each.properties ? [tableOf(name, fieldsOf(each, document), 'received')] : [],
  );
  const content =
    fields.length > 0
      ? tableOf(name, fields, 'received')
      : alternatives?.length
        ? alternatives.join('\n')
        : `<p>${typeOf(itself)}</p>`;
  return `<section class="operation">\n${anchored(2, name, name)}<p>${inline(description)}</p>\n${content}</section>`;
}
