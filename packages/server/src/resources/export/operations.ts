import { filesOf } from './archive.ts';
import { jsonLines } from './jsonl.ts';
import { transcript } from './markdown.ts';
import { zipOf } from './zip.ts';
import type { Exported } from '../../engine/exported.ts';
import { download, type FileContent } from '../../engine/operation.ts';
import { fileName } from '../files/safe-name.ts';

interface ExportFormat extends Pick<FileContent, 'mediaType'> {
  extension: string;
  texts(exported: Exported): AsyncIterable<string | Uint8Array>;
}

const formats: Record<'jsonl' | 'md' | 'zip', ExportFormat> = {
  jsonl: { extension: '.jsonl', mediaType: 'application/jsonl; charset=utf-8', texts: jsonLines },
  md: { extension: '.md', mediaType: 'text/markdown; charset=utf-8', texts: transcript },
  zip: { extension: '.zip', mediaType: 'application/zip', texts: (exported) => zipOf(filesOf(exported)) },
};

export const exportSpace = download<'exportSpace'>(async ({ input, now, env, load, alone }) => {
  const { extension, mediaType, texts } = formats[input.format];
  const { state, caller, head } = await load();
  const assertAdmitted = async () => (await load()).head.sequence;
  const exported = { state, viewer: caller, end: head.sequence, now, env, assertAdmitted };
  return alone({
    fileName: fileName(state.space.name).replace(/\.md$/, extension),
    mediaType,
    texts: () => texts(exported),
  });
});
