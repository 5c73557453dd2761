import { STATUS_CODES } from 'node:http';
import { missing, pathParameters, statusesOf, statusOfCode, type ErrorCode, type Operation } from '@parley/core';
import type { DocumentationPage } from '../../../docs/library.ts';

/** Codes of ids in a path, by their parameter. */
const codesOfIds: Record<string, { code: ErrorCode }> = missing;
const ofAnyId = new Set<ErrorCode>(Object.values(codesOfIds).map(({ code }) => code));

/** The statuses with which an operation refuses, their codes, and links to what they mean. */
export function refusalsOf(operation: Operation, pages: readonly DocumentationPage[]): string {
  const rows = statusesOf(operation)
    .filter((status) => status >= 400)
    .map((status) => {
      const codes = codesOf(status, operation).map((code) => `<code>${code}</code>`);
      const name = `${status} ${STATUS_CODES[status]}`;
      const anchor = sectionOf(status, pages);
      return `<tr><th scope="row">${anchor === undefined ? name : `<a href="../errors#${anchor}">${name}</a>`}</th><td>${codes.join(', ')}</td></tr>`;
    });
  return `<table><caption class="unseen">Errors</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Codes with this status</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>`;
}

function codesOf(status: number, { path }: Operation): ErrorCode[] {
  const ofPath = new Set(pathParameters(path).flatMap((name) => codesOfIds[name]?.code ?? []));
  return (Object.keys(statusOfCode) as ErrorCode[]).filter(
    (code) => statusOfCode[code] === status && (!ofAnyId.has(code) || ofPath.has(code)),
  );
}

/** The section of the page of errors whose heading names the status. */
const sectionOf = (status: number, pages: readonly DocumentationPage[]): string | undefined =>
  pages.find(({ name }) => name === 'errors')?.sections.find(({ heading }) => new RegExp(`^[^?:]*\\b${status}\\b`).test(heading))
    ?.anchor;
