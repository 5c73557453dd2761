/** A name that every file system takes, ending in `.md`. */
export function fileName(name: string): string {
  const safe = name
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(/\.md$/i, '');
  const stem = [...safe].slice(0, 100).join('').trimEnd();
  const reserved = stem === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem);
  return `${reserved ? `artifact-${stem}`.replace(/-$/, '') : stem}.md`;
}
