import { rewriting, type Breach } from './breaches.ts';
import type { Tampering } from './proxy.ts';
import { as, inChapter, refusing, saying } from './tampering.ts';

const files = /\/file(\?|$)/;
const downloads = /\/(download|linked)(\?|$)/;

/** Changes answers that are files. */
const sending = (change: (passage: { body: string; headers: Record<string, string | undefined> }) => void): Tampering => ({
  answer: (passage) => {
    if (passage.status === 200 && downloads.test(passage.path)) change(passage as never);
  },
});

/** Breaches of promises about files. */
export const breachesOfFiles: Breach[] = inChapter('files', [
  [
    'createFile',
    '200 with its size, digest and author; the bytes come back as they were',
    'a file loses its last byte',
    sending((passage) => {
      passage.body = `${passage.body.slice(0, -1)}?`;
    }),
  ],
  [
    'createFile',
    '200 with a name that is safe in every file system',
    'the name is stored as it came',
    rewriting('POST', files, (body) => ({ ...body, name: '../a' })),
  ],
  [
    'downloadFile',
    '200 as something to keep, which nothing shows or runs',
    'a page is shown as one',
    sending(({ headers }) => {
      headers['content-type'] = 'text/html';
    }),
  ],
  [
    'createFile',
    '413 with the limit if it is larger than a file can be',
    'no limit is named',
    refusing('POST', 413, files, saying('issues', [])),
  ],
  [
    'linkFile',
    '200 with a link that downloads the file once, without a key',
    'a used link is unknown',
    refusing('GET', 410, downloads, as(404)),
  ],
]);
