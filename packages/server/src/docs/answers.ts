import type { Contract, Operation } from '@parley/core';
import type { Page } from './library.ts';
import { Search, type Entry } from './search.ts';

export interface Answer {
  url: string;
  name: string;
  site: string;
  score: number;
  description: string;
  schema_object: Record<string, unknown>;
}

interface Source extends Entry {
  /** As a reader is shown it. */
  told: string;
  /** Beginning with a slash. */
  path: string;
  describe(url: string): Record<string, unknown>;
}

const answersAtMost = 10;
const descriptionCharacters = 300;
const context = 'https://schema.org';
/** It holds every word and answers no question. */
const wordList = 'glossary';
/** Whoever names none of them is answered by the guide. */
const tools = ['sdk', 'cli', 'mcp', 'a2a'];
/** Beside a section whose heading is a question: that is answered there, others list and refer to the same things. */
const weights = { operation: 0.85, list: 0.9 };

/** Answers questions from the documentation and the contract, as schema.org objects. */
export async function answering(pages: readonly Page[], contract: Contract, asked: ReadonlyMap<string, readonly string[]>) {
  const operations = Object.entries(contract).map(([name, operation]) => sourceOf(name, operation));
  const sections = pages.filter(({ name }) => name !== wordList).flatMap(sourcesOf);
  const search = await Search.over<Source>([...sections, ...operations], asked);
  return (question: string, publicUrl: string): Answer[] =>
    search.find(question, answersAtMost).map(({ entry, score }) => {
      const url = publicUrl + entry.path;
      return {
        url,
        name: entry.page === entry.title ? entry.title : `${entry.page}: ${entry.title}`,
        site: publicUrl,
        score,
        description: beginningOf(entry.told),
        schema_object: { '@context': context, ...entry.describe(url) },
      };
    });
}

const hasCommand = /^(```|~~~)(sh|bash|ts|js)/m;

const sourcesOf = ({ name, title, sections }: Page): Source[] =>
  sections
    .filter(({ text }) => text !== '')
    .map(({ id, anchor, heading, text }) => ({
      id,
      title: heading,
      page: title,
      text,
      weight: heading.endsWith('?') ? 1 : weights.list,
      tool: tools.find((tool) => tool === name),
      told: text,
      path: `/docs/${name}${anchor && `#${anchor}`}`,
      describe: (url) => ({
        '@type': hasCommand.test(text) ? 'HowTo' : 'TechArticle',
        name: heading,
        headline: heading,
        isPartOf: title,
        url,
        text,
      }),
    }));

function sourceOf(name: string, { method, path, summary, description, input }: Operation): Source {
  const fields = Object.keys(input.shape).join(' ');
  return {
    id: name,
    title: summary,
    page: name,
    text: `${path} ${description} ${fields}`,
    weight: weights.operation,
    told: `${name}: ${method} ${path}. ${description}`,
    path: `/openapi.json#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method.toLowerCase()}`,
    describe: (url) => ({
      '@type': 'WebAPI',
      name,
      description: summary,
      url,
      potentialAction: {
        '@type': 'Action',
        name: summary,
        target: { '@type': 'EntryPoint', httpMethod: method, urlTemplate: path, contentType: 'application/json' },
      },
    }),
  };
}

/** Markdown without its marks, cut at a word. What is code stays as it is: names and codes are to be copied. */
function beginningOf(markdown: string): string {
  const text = markdown
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
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|[-| :]+\|$/gm, '')
    .replace(/^\|\s*/gm, '')
    .replace(/\s*\|$/gm, '.')
    .replace(/\s*\|\s*/g, '; ')
    .replace(/^[#>]+ /gm, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/(?<!\w)[*_]([^*_\n]+)[*_](?!\w)/g, '$1');
