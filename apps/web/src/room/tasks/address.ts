const allHash = '#tasks';
const prefix = '#task-';

/** What a hash names: all tasks, or one. */
export function shownIn(hash: string): { readonly taskId?: string } | undefined {
  if (hash === allHash) return {};
  return hash.startsWith(prefix) ? { taskId: hash.slice(prefix.length) } : undefined;
}

export const hashOf = (taskId?: string): string => (taskId === undefined ? allHash : prefix + taskId);
