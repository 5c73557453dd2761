import type { Span } from './passage.ts';

/** What of an element is selected, in offsets of its text; undefined if nothing is. */
export function selectedIn(element: HTMLElement): Span | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.commonAncestorContainer)) return undefined;
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  return { from, to: from + range.toString().length };
}

/** A part of the text of an element as a range, which follows when lines are broken elsewhere. */
export function rangeOf(element: HTMLElement, { from, to }: Span): Range | undefined {
  const range = document.createRange();
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let passed = 0;
  let hasStart = false;
  for (let node = nodes.nextNode() as Text | null; node; node = nodes.nextNode() as Text | null) {
    const end = passed + node.length;
    if (!hasStart && from < end) {
      range.setStart(node, from - passed);
      hasStart = true;
    }
    if (hasStart && to <= end) {
      range.setEnd(node, to - passed);
      return range;
    }
    passed = end;
  }
  return undefined;
}

/** Marks ranges of the page by the name of a highlight, where the browser can. They have no elements of their own. */
export function mark(name: string, ranges: readonly Range[]): void {
  if (typeof Highlight === 'undefined') return;
  if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
}
