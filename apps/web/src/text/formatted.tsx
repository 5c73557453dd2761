import type { Token } from 'markdown-it';
import { Fragment, type ComponentChildren, type VNode } from 'preact';
import { CodeBlock } from './code-block.tsx';
import { alternativeOf, attributeOf, languageOf, partsOf, type Part } from './parts.ts';
import { Picture } from './picture.tsx';
import { isSafe } from './safe.ts';

/** Markdown as elements: its tokens are never turned into HTML, so nothing in it can become a script. */
export function Formatted({ text }: { text: string }) {
  const parts = partsOf(text);
  return parts ? <>{shown(parts)}</> : <p class="as-written">{text}</p>;
}

// Functions and not components: a long text has tens of thousands.
const shown = (parts: readonly Part[]): ComponentChildren => parts.map(element);

/** Tokens whose tag is the element, and what they contain. */
const plain = /^(heading|blockquote|bullet_list|thead|tbody|tr|strong|em)_open$/;

function element({ token, children }: Part, key: number): VNode | string {
  const { type, content } = token;
  if (plain.test(type)) {
    const Element = token.tag as 'p';
    return <Element key={key}>{shown(children)}</Element>;
  }
  switch (type) {
    case 'paragraph_open':
      return token.hidden ? <Fragment key={key}>{shown(children)}</Fragment> : <p key={key}>{shown(children)}</p>;
    case 'inline':
      return line(token, children, key);
    case 'ordered_list_open':
      return (
        <ol key={key} start={Number(attributeOf(token, 'start') ?? 1)}>
          {shown(children)}
        </ol>
      );
    case 'list_item_open':
      return (
        <li key={key} class={token.meta ? 'to-do' : undefined}>
          {shown(children)}
        </li>
      );
    case 'table_open':
      return (
        <div key={key} class="scrolls" tabIndex={0} role="group" aria-label="Table">
          <table>{shown(children)}</table>
        </div>
      );
    case 'th_open':
    case 'td_open': {
      const Cell = token.tag as 'td';
      const [, side] = /:(\w+)/.exec(attributeOf(token, 'style') ?? '') ?? [];
      return (
        <Cell key={key} class={side && `to-${side}`}>
          {shown(children)}
        </Cell>
      );
    }
    case 'hr':
      return <hr key={key} />;
    case 'fence':
    case 'code_block':
      return <CodeBlock key={key} text={content.replace(/\n$/, '')} language={languageOf(token)} />;
    case 'html_block':
    case 'as_written':
      return (
        <p key={key} class="as-written">
          {token.children ? shown(children) : content}
        </p>
      );
    case 's_open':
      return <del key={key}>{shown(children)}</del>;
    case 'code_inline':
      return <code key={key}>{content}</code>;
    case 'softbreak':
    case 'hardbreak':
      return <br key={key} />;
    case 'link_open':
      return link(token, children, key);
    case 'image':
      return (
        <Picture key={key} src={attributeOf(token, 'src')!} text={alternativeOf(token)} title={attributeOf(token, 'title')} />
      );
    default:
      return content;
  }
}

function line({ children, content, meta }: Token, parts: readonly Part[], key: number): VNode {
  const { isDone } = (meta ?? {}) as { isDone?: boolean };
  return (
    <Fragment key={key}>
      {isDone !== undefined && <input type="checkbox" checked={isDone} disabled aria-label={isDone ? 'done' : 'open'} />}
      {children ? shown(parts) : <span class="as-written">{content}</span>}
    </Fragment>
  );
}

function link(token: Token, parts: readonly Part[], key: number): VNode {
  const href = attributeOf(token, 'href')!;
  if (!isSafe(href)) return <Fragment key={key}>{shown(parts)}</Fragment>;
  return (
    <a key={key} href={href} title={attributeOf(token, 'title')} target="_blank" rel="noopener noreferrer nofollow">
      {shown(parts)}
    </a>
  );
}
