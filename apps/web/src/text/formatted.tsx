import './formatted.css';
import type { Token } from 'markdown-it';
import { Fragment, type ComponentChildren, type VNode } from 'preact';
import { CodeBlock } from './code-block.tsx';
import { Contents, headingsIn } from './contents.tsx';
import { frontMatterOf } from './front-matter.ts';
import { Lead } from './lead.tsx';
import { MatterTable } from './matter-table.tsx';
import { Note, NoteReference } from './note.tsx';
import type { Footnote } from './notes.ts';
import { alternativeOf, attributeOf, languageOf, partsOf, type Part } from './parts.ts';
import { Picture } from './picture.tsx';
import { isRelative, targetOf, type LinkTarget } from './link-targets.ts';
import { isImage, isSafe } from './safe.ts';
import { slugOf, toHeading } from './slug.ts';

interface Look {
  /** In a document, lines can be broken anywhere, and comments are hidden. */
  readonly isDocument?: boolean | undefined;
  /** What relative links can lead to. */
  readonly targets?: (() => readonly LinkTarget[]) | undefined;
}

/** Markdown as elements: its tokens are never turned into HTML, so nothing in it can become a script. */
export function Formatted({ text, ...look }: Look & { text: string }) {
  const matter = look.isDocument ? frontMatterOf(text) : undefined;
  const parts = partsOf(matter ? text.slice(matter.end) : text, undefined, look.isDocument);
  if (!parts)
    return (
      <>
        {unformatted(0)}
        <p class="as-written">{text}</p>
      </>
    );
  const notes = parts.filter(({ token }) => token.type === 'note_open');
  return (
    <>
      {matter && <MatterTable rows={matter.rows} />}
      {look.isDocument && <Contents headings={headingsIn(parts)} />}
      {shown(notes.length > 0 ? parts.slice(0, -notes.length) : parts, look)}
      {notes.length > 0 && (
        <ol class="notes">
          {notes.map(({ token, children }, i) => (
            <Note key={i} number={(token.meta as Footnote).number}>
              {shown(children, look)}
            </Note>
          ))}
        </ol>
      )}
    </>
  );
}

const unformatted = (key: number): VNode => (
  <p key={key}>
    <small>Not all of this is formatted: it takes too long, or is nested too deeply.</small>
  </p>
);

// Functions and not components: a long text has tens of thousands.
const shown = (parts: readonly Part[], look: Look): ComponentChildren => parts.map((part, key) => element(part, key, look));

/** Tokens whose tag is the element, and what they contain. */
const plain = /^(heading|bullet_list|thead|tbody|tr|strong|em|element)_open$/;
/** In a table, texts that are as long as this have a place of some width. */
const longCell = 24;

function element({ token, children }: Part, key: number, look: Look): VNode | string | null {
  const { type, content } = token;
  if (plain.test(type)) {
    const Element = token.tag as 'p';
    return <Element key={key}>{shown(children, look)}</Element>;
  }
  switch (type) {
    case 'paragraph_open':
      if (children.every((each) => each.token.content === '')) return null;
      return token.hidden ? <Fragment key={key}>{shown(children, look)}</Fragment> : <p key={key}>{shown(children, look)}</p>;
    case 'blockquote_open':
      return quote(token, children, key, look);
    case 'inline':
      return line(token, children, key, look);
    case 'ordered_list_open':
      return (
        <ol key={key} start={Number(attributeOf(token, 'start') ?? 1)}>
          {shown(children, look)}
        </ol>
      );
    case 'list_item_open':
      return (
        <li key={key} class={token.meta ? 'to-do' : undefined}>
          {shown(children, look)}
        </li>
      );
    case 'table_open':
      return (
        <div key={key} class="scrolls" tabIndex={0} role="group" aria-label="Table">
          <table>{shown(children, look)}</table>
        </div>
      );
    case 'th_open':
    case 'td_open': {
      const Cell = token.tag as 'td';
      const [, side] = /:(\w+)/.exec(attributeOf(token, 'style') ?? '') ?? [];
      const isLong = children.some((each) => each.token.content.length >= longCell);
      const names = [side && `to-${side}`, isLong && 'long'].filter(Boolean).join(' ');
      return (
        <Cell key={key} class={names || undefined}>
          {shown(children, look)}
        </Cell>
      );
    }
    case 'hr':
      return <hr key={key} />;
    case 'unformatted':
      return unformatted(key);
    case 'fence':
    case 'code_block':
      return <CodeBlock key={key} text={content.replace(/\n$/, '')} language={languageOf(token)} />;
    case 'html_block':
    case 'as_written':
      return (
        <p key={key} class="as-written">
          {token.children ? shown(children, look) : content}
        </p>
      );
    case 'html_inline':
      if (/^<br ?\/?>$/i.test(content)) return <br key={key} />;
      return look.isDocument && content.startsWith('<!--') ? null : content;
    case 's_open':
      return <del key={key}>{shown(children, look)}</del>;
    case 'code_inline':
      return <code key={key}>{content}</code>;
    case 'softbreak':
      return look.isDocument ? '\n' : <br key={key} />;
    case 'hardbreak':
      return <br key={key} />;
    case 'link_open':
      return link(token, children, key, look);
    case 'note_reference':
      return <NoteReference key={key} number={(token.meta as Footnote).number!} />;
    case 'image':
      return picture(token, key);
    default:
      return content;
  }
}

const alerts: Record<string, string> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
};

function quote({ meta }: Token, parts: readonly Part[], key: number, look: Look): VNode {
  const kind = meta?.['alert'] as string | undefined;
  if (kind === undefined) return <blockquote key={key}>{shown(parts, look)}</blockquote>;
  return (
    <div key={key} class={`alert alert-${kind}`} role="note">
      <p class="kind">{alerts[kind]}</p>
      {shown(parts, look)}
    </div>
  );
}

function line({ children, content, meta }: Token, parts: readonly Part[], key: number, look: Look): VNode {
  const { isDone } = (meta ?? {}) as { isDone?: boolean };
  return (
    <Fragment key={key}>
      {isDone !== undefined && <input type="checkbox" checked={isDone} disabled aria-label={isDone ? 'done' : 'open'} />}
      {children ? shown(parts, look) : <span class="as-written">{content}</span>}
    </Fragment>
  );
}

function link(token: Token, parts: readonly Part[], key: number, look: Look): VNode {
  const href = attributeOf(token, 'href')!;
  const inside = shown(parts, look);
  if (!isSafe(href)) return isRelative(href) ? relative(href, inside, key, look) : <Fragment key={key}>{inside}</Fragment>;
  return (
    <a key={key} href={href} title={attributeOf(token, 'title')} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
    </a>
  );
}

/** Leads to what has that name here. A text never decides about an address of this page. */
function relative(href: string, inside: ComponentChildren, key: number, { isDocument, targets }: Look): VNode {
  if (isDocument && href.startsWith('#') && slugOf(href) !== '')
    return (
      <Lead key={key} to={(from) => toHeading(from, href)}>
        {inside}
      </Lead>
    );
  const target = targetOf(href, targets?.() ?? []);
  if (target)
    return (
      <a key={key} href={target.hash}>
        {inside}
      </a>
    );
  return (
    <span key={key} class="target" title={href}>
      {inside}
    </span>
  );
}

function picture(token: Token, key: number): VNode {
  const src = attributeOf(token, 'src')!;
  const text = alternativeOf(token);
  if (!isImage(src) && isRelative(src))
    return (
      <span key={key} class="target" title={src}>
        {text || src}
      </span>
    );
  return <Picture key={key} src={src} text={text} title={attributeOf(token, 'title')} />;
}
