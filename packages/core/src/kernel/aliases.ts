/** What callers who have not read the documentation call a field. Case, `_`, `-` and a plural do not count. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

export const commonAliases: Aliases = {
  name: ['title', 'displayName', 'newName', 'username'],
  note: ['reason', 'comment'],
  after: ['since', 'sequence', 'afterSequence'],
  limit: ['pageSize', 'perPage', 'maxResults', 'count'],
  wait: ['timeout', 'timeoutSeconds', 'waitSeconds'],
};
