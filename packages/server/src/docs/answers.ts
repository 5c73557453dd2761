import type { SearchResult } from '../resources/meta/search-result.ts';
import type { Contract, Operation } from '@parley/core';
import { addressedTo, linkedTo, outsideOfCode, withoutLinks, type DocumentationPage } from './library.ts';
import { operationPlace } from './places.ts';
import { searchOver, type SearchEntry } from './search.ts';

interface DocumentSource extends SearchEntry {
  /** Begins with a slash. */
  path: string;
  /** Its text for readers, with the address of this server. */
  shown(publicUrl: string): string;
  describe(url: string, publicUrl: string): Record<string, unknown>;
}

const maxAnswers = 10;
const descriptionCharacters = 300;
const context = 'https://schema.org';
/** Excluded from the search: the glossary contains every term but answers no question. */
const wordList = 'glossary';
/** The pages about tools, and what questions call these. */
const tools: Readonly<Record<string, readonly string[]>> = {
  ...{ sdk: ['sdk'], cli: ['cli'], mcp: ['mcp'], a2a: ['a2a'], trpc: ['trpc'], mastra: ['mastra'] },
  ...{ 'ai-sdk': ['vercel', 'ai'], 'openai-agents': ['openai'], langgraph: ['langgraph', 'langchain'] },
  ...{ 'claude-agent': ['claude'], adk: ['adk', 'google'] },
};
/** A section whose heading is a question ranks highest; operations and lists mention the same words without explaining them. */
const weights = { question: 1, list: 0.9, operation: 0.85 };

/** Answers questions from the documentation and the contract, as schema.org objects. The first question builds the index. */
export function answering(pages: readonly DocumentationPage[], contract: Contract) {
  let search: ReturnType<typeof searchOver<DocumentSource>> | undefined;
  return (question: string, publicUrl: string): SearchResult[] =>
    (search ??= searchOver(sourcesIn(pages, contract)))(question, maxAnswers).map(({ entry, score }) => {
      const url = publicUrl + entry.path;
      return {
        url,
        name: nameOf(entry),
        site: publicUrl,
        score,
        description: beginningOf(entry.shown(publicUrl)),
        schema_object: { '@context': context, ...entry.describe(url, publicUrl) },
      };
    });
}

/** Without the marks of code. */
const nameOf = ({ page, title }: DocumentSource): string => (page === title ? title : `${page}: ${title}`).replaceAll('`', '');

function sourcesIn(pages: readonly DocumentationPage[], contract: Contract): DocumentSource[] {
  const operations = Object.entries(contract).map(([name, operation]) => sourceOf(name, operation));
  const served = new Set([...pages.map(({ name }) => name), 'api']);
  const sections = pages.filter(({ name }) => name !== wordList).flatMap((page) => sourcesOf(page, served));
  return [...sections, ...operations];
}

const hasCommand = /^(```|~~~)(sh|bash|ts|js|python)/m;

const sourcesOf = ({ name, title, sections }: DocumentationPage, served: ReadonlySet<string>): DocumentSource[] =>
  sections
    .filter(({ text }) => text !== '')
    .map(({ id, anchor, heading, aliases, text }) => ({
      id,
      title: heading,
      aliases,
      page: title,
      text,
      weight: heading.endsWith('?') ? weights.question : weights.list,
      tool: tools[name],
      path: `/docs/${name}${anchor && `#${anchor}`}`,
      shown: (publicUrl) => addressedTo(publicUrl, text),
      describe: (url, publicUrl) => ({
        '@type': hasCommand.test(text) ? 'HowTo' : 'TechArticle',
        name: heading,
        headline: heading,
        isPartOf: title,
        url,
        text: linkedTo(publicUrl, { name, markdown: addressedTo(publicUrl, text) }, served),
      }),
    }));

function sourceOf(name: string, operation: Operation): DocumentSource {
  const { method, path, summary, description, input } = operation;
  const fields = Object.keys(input.shape).join(' ');
  return {
    id: name,
    title: summary,
    aliases: '',
    page: name,
    text: `${path} ${description} ${fields}`,
    weight: weights.operation,
    shown: () => `${name}: ${method} ${path}. ${description}`,
    path: `/openapi.json#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method.toLowerCase()}`,
    describe: (url, publicUrl) => ({
      '@type': 'WebAPI',
      name,
      description: summary,
      url,
      documentation: `${publicUrl}/${operationPlace(name, operation)}`,
      potentialAction: {
        '@type': 'Action',
        name: summary,
        target: { '@type': 'EntryPoint', httpMethod: method, urlTemplate: path, contentType: 'application/json' },
      },
    }),
  };
}

/** The beginning of a text without Markdown's marks, cut between words. Code stays as it is, so that it can be copied. */
function beginningOf(markdown: string): string {
  const text = outsideOfCode(markdown, withoutLinks)
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, i) => (i % 2 === 1 ? part.replace(/^```\w*|```$|^`|`$/g, '') : plain(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:)])/g, '$1')
    .trim();
  return text.length <= descriptionCharacters ? text : `${text.slice(0, descriptionCharacters).replace(/\s+\S*$/, '')} …`;
}

const plain = (prose: string): string =>
  prose
    .replace(/^\|[-| :]+\|$/gm, '')
    .replace(/^\|\s*/gm, '')
    .replace(/\s*\|$/gm, '.')
    .replace(/\s*\|\s*/g, '; ')
    .replace(/^[#>]+ /gm, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/(?<!\w)[*_]([^*_\n]+)[*_](?!\w)/g, '$1');
