import { isInField } from '../../design/field.ts';

/**
 * Ctrl-F or, outside of fields, `/`. In the field of the search, Ctrl-F is that of the browser, which finds what the search does not: words of the
 * page itself.
 */
export function isToSearch({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  const place = target instanceof Element ? target : undefined;
  if (altKey || place?.closest('dialog')) return false;
  if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'f') return !place?.closest('[role=search]');
  return key === '/' && !ctrlKey && !metaKey && !isInField(target);
}
