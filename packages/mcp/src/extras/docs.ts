import { readInput, ServiceError } from '@parley/core';
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { inputSchemaOf } from '../schema.ts';
import { annotationsOf, type ParleyTool } from '../tool.ts';

const queryCharacters = 2_000;
const pageCharacters = 100;

const question = z.object({ query: z.string().min(1).max(queryCharacters) });
const address = z.object({ page: z.string().min(1).max(pageCharacters).meta({ description: 'Such as `messages`' }) });

const annotations = annotationsOf({ reads: true, repeats: true }, false);

/** The documentation of the service, which is ours and therefore not enclosed. */
export const documentationTools: readonly ParleyTool[] = [
  {
    tool: {
      name: 'search_docs',
      title: 'Search the documentation',
      description: 'Finds sections of the documentation of Parley, best first. Read the whole page with `read_doc`.',
      inputSchema: inputSchemaOf(question) as Tool['inputSchema'],
      outputSchema: { type: 'object', required: ['results'] },
      annotations,
    },
    async call(backend, args) {
      return { results: await backend.searchDocs(readInput({ input: question }, args).query) };
    },
  },
  {
    tool: {
      name: 'read_doc',
      title: 'Read the documentation',
      description: 'A page of the documentation, as Markdown.',
      inputSchema: inputSchemaOf(address) as Tool['inputSchema'],
      outputSchema: { type: 'object', required: ['markdown'] },
      annotations,
    },
    async call(backend, args) {
      const markdown = await backend.readDoc(readInput({ input: address }, args).page);
      if (markdown === undefined)
        throw new ServiceError('not_found', 'There is no such page: search_docs names those that exist');
      return { markdown };
    },
  },
];
