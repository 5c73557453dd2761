import type { ComponentChildren, VNode } from 'preact';
import { vi } from 'vitest';
import { CodeBlock } from './code-block.tsx';
import { Formatted } from './formatted.tsx';
import { Picture } from './picture.tsx';
import type { LinkTarget } from './link-targets.ts';

/** What the app makes of a text, as plain HTML. The clock stands still: on a slow machine, a part would be as it was written. */
export function htmlOf(text: string, look: { isDocument?: boolean; targets?: () => readonly LinkTarget[] } = {}): string {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  try {
    return written(Formatted({ text, ...look }));
  } finally {
    clock.mockRestore();
  }
}

interface Props {
  readonly children?: ComponentChildren;
  /** Of code, and of a picture. */
  readonly text?: string;
  readonly language?: string;
  readonly class?: string;
  readonly href?: string;
  readonly src?: string;
  readonly title?: string;
  readonly start?: number;
  readonly checked?: boolean;
}

function written(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(written).join('');
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node !== 'object') return escaped(`${node}`);
  const { type, props } = node as VNode<Props>;
  if (type === (CodeBlock as unknown)) {
    const { language, text = '' } = props;
    return element('pre', {}, element('code', language ? { class: `language-${language}` } : {}, escaped(text)));
  }
  if (type === (Picture as unknown)) return element('img', props);
  if (typeof type === 'function') return written((type as (props: Props) => ComponentChildren)(props));
  return element(type, props, written(props.children));
}

/** With those attributes that a text decides. */
function element(name: string, { class: style, href, src, text, title, start, checked }: Props, inner = ''): string {
  const attributes = Object.entries({
    class: style,
    href: href === undefined ? undefined : encoded(href),
    src: src === undefined ? undefined : encoded(src),
    alt: text,
    title,
    start: start === undefined || start === 1 ? undefined : `${start}`,
    checked: checked ? '' : undefined,
  }).flatMap(([each, value]) => (value === undefined ? [] : [` ${each}="${escaped(value)}"`]));
  return `<${name}${attributes.join('')}>${/^(br|hr|img|input)$/.test(name) ? '' : `${inner}</${name}>`}`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character]!);
/** An address as browsers send it. */
const encoded = (href: string): string => encodeURI(href.toWellFormed()).replace(/%25(?=[\da-f]{2})/gi, '%');
