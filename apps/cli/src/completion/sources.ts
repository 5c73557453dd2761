import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { groups } from '../mcp/groups.ts';
import type { Source } from '../resource.ts';
import { resources } from '../resources/index.ts';

/** What arguments and options of these names can be; `VERB NAME` goes before `NAME`. */
export const sources: Readonly<Record<string, Source>> = Object.assign(
  {
    profile: async ({ context: { folder } }) => {
      const entries = await readdir(dirname(folder), { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => ({ id: name, name, about: '' }));
    },

    allow: async () => groups.map((name) => ({ id: name, name, about: 'tools of parley mcp' })),
  } satisfies Record<string, Source>,
  ...resources.map((each) => each.sources),
);
