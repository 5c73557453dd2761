import { serverResource } from '../../engine/resource.ts';
import { filesIn } from './export.ts';
import { fileView } from './present.ts';
import * as operations from './operations.ts';
import { files as filesTable } from './table.ts';
import { fileChunks } from './chunks-table.ts';
import { fileLinks } from './links-table.ts';
import { fileStore } from './queries.ts';
import { searchedFiles } from './search.ts';
import { fileBytesIn } from './bytes.ts';
import type { FileBytes } from './bytes.ts';
import { fileUpkeep } from './upkeep.ts';

export const files = serverResource({
  operations,
  tables: { files: filesTable, fileChunks, fileLinks },
  queries: ({ querying, background }) => ({
    files: fileStore(querying, background),
    fileBytes: fileBytesIn(querying, background),
  }),
  searches: { files: searchedFiles },
  exports: { file: { lines: (exported) => filesIn(exported).map(fileView) } },
  upkeep: ({ files, fileBytes }: { files: ReturnType<typeof fileStore>; fileBytes: FileBytes }, options) =>
    fileUpkeep(files, fileBytes, options),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    files: ReturnType<typeof fileStore>;
    fileBytes: ReturnType<typeof fileBytesIn>;
  }
}
