import { file } from '@parley/core';
import type { SearchKind } from '../../engine/searched.ts';

export const searchedFiles: SearchKind = {
  walk({ state }) {
    const things = file.listed(state).map(({ fileId, name, createdAt, authorId }) => ({
      ...{ id: fileId, at: createdAt, authorId, title: name },
    }));
    return { things, reached: undefined, rows: things.length };
  },
};
