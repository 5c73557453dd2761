/** A file name that is valid on every file system, ending in `.md`. */
export function fileName(name: string): string {
  const safe = name
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(/\.md$/i, '');
  const stem = withinBytes(safe, longestStem).trimEnd();
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i.test(stem);
  if (stem === '') return 'artifact.md';
  return `${reserved ? 'artifact-' : ''}${stem}.md`;
}

/** File systems allow 255 bytes, including the extension and a possible `artifact-` prefix. */
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
