import { readRequest, ServiceError } from '@parley/core';
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { objectFormOf } from './form.ts';
import { inputSchemaOf } from './schema.ts';
import { annotationsOf, type ParleyTool } from './tool.ts';

const queryCharacters = 2_000;
const pageCharacters = 100;

const question = z.object({ query: z.string().min(1).max(queryCharacters) });
const address = z.object({ page: z.string().min(1).max(pageCharacters).meta({ description: 'Such as `messages`' }) });

const found = objectFormOf(z.object({ results: z.array(z.object({ page: z.string(), heading: z.string(), text: z.string() })) }));
const read = objectFormOf(z.object({ markdown: z.string() }));

const annotations = annotationsOf({ reads: true, repeats: true }, false);

/** The documentation of the service, which is ours and therefore not enclosed. */
export const documentationTools: readonly ParleyTool[] = [
  {
    form: found,
    group: 'participant',
    permission: 'read',
    tool: {
      name: 'search_docs',
      description: 'Finds sections of the documentation, best first; `read_doc` reads the page.',
      inputSchema: inputSchemaOf(question) as Tool['inputSchema'],
      annotations,
    },
    async call(backend, args) {
      return { results: await backend.searchDocs(readRequest({ input: question }, args).query) };
    },
  },
  {
    form: read,
    group: 'participant',
    permission: 'read',
    tool: {
      name: 'read_doc',
      description: 'A page of the documentation, as Markdown.',
      inputSchema: inputSchemaOf(address) as Tool['inputSchema'],
      annotations,
    },
    async call(backend, args) {
      const markdown = await backend.readDoc(readRequest({ input: address }, args).page);
      if (markdown === undefined)
        throw new ServiceError('not_found', 'There is no such page: search_docs names those that exist');
      return { markdown };
    },
  },
];
