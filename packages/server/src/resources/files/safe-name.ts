/** A file name that is valid on every file system, ending in `.md`. */
export function fileName(name: string): string {
  const stem = withinBytes(safe(name).replace(/\.md$/i, ''), longestStem).trimEnd();
  if (stem === '') return 'artifact.md';
  return `${isReserved(stem) ? 'artifact-' : ''}${stem}.md`;
}

/** The name of a file, valid on every file system. */
export function ownName(name: string): string {
  const own = safe(name);
  if (own === '') return 'file';
  return isReserved(own) ? withinBytes(`file-${own}`, longestName) : own;
}

const safe = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');

const isReserved = (name: string): boolean => /^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i.test(name);

/** What file systems allow. */
const longestName = 255;
/** Leaves room for the extension and a possible `artifact-` prefix. */
const longestStem = 240;

function withinBytes(text: string, limit: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) break;
    kept += character;
  }
  return kept;
}
