import type { Token, Tokens } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import { CodeBlock } from './code-block.tsx';
import { inlineTokensOf, tokensOf } from './tokens.ts';
import { Picture } from './picture.tsx';

/** Only these open elsewhere; anything else is shown as text. */
const isSafe = (href: string): boolean => /^(https?:|mailto:)/i.test(href);

/** Markdown as elements: its tokens are never turned into HTML, so nothing in it can become a script. */
export function Formatted({ text }: { text: string }) {
  const tokens = tokensOf(text);
  return tokens ? <>{blocks(tokens)}</> : <p class="as-written">{text}</p>;
}

const blocks = (tokens: readonly Token[]): ComponentChildren => tokens.map((token, i) => <Block key={i} token={token} />);

function Block({ token }: { token: Token }): VNode | null {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      const Heading = `h${depth}` as 'h3';
      return <Heading>{inline(tokens)}</Heading>;
    }
    case 'paragraph':
      return <p>{inline((token as Tokens.Paragraph).tokens)}</p>;
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return <>{tokens ? inline(tokens) : text}</>;
    }
    case 'code':
      return <CodeBlock text={(token as Tokens.Code).text} language={(token as Tokens.Code).lang ?? ''} />;
    case 'blockquote':
      return <blockquote>{blocks((token as Tokens.Blockquote).tokens)}</blockquote>;
    case 'hr':
      return <hr />;
    case 'list':
      return <List list={token as Tokens.List} />;
    case 'table':
      return <Table table={token as Tokens.Table} />;
    default:
      // HTML is shown as its source, and links in it work.
      return <p class="as-written">{inline(inlineTokensOf(token.raw.trimEnd()))}</p>;
  }
}

function List({ list: { ordered, start, items } }: { list: Tokens.List }) {
  const children = items.map(({ tokens, task, checked }, i) => (
    <li key={i} class={task ? 'task' : undefined}>
      {task && <input type="checkbox" checked={checked === true} disabled aria-label={checked ? 'done' : 'open'} />}
      {blocks(tokens)}
    </li>
  ));
  return ordered ? <ol start={Number(start) || 1}>{children}</ol> : <ul>{children}</ul>;
}

function Table({ table: { header, rows, align } }: { table: Tokens.Table }) {
  const cell =
    (Cell: 'th' | 'td') =>
    ({ tokens }: Tokens.TableCell, i: number) => (
      <Cell key={i} class={align[i] ? `to-${align[i]}` : undefined}>
        {inline(tokens)}
      </Cell>
    );
  return (
    <div class="scrolls" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>{header.map(cell('th'))}</tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>{row.map(cell('td'))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const inline = (tokens: readonly Token[]): ComponentChildren => tokens.map((token, i) => <Inline key={i} token={token} />);

function Inline({ token }: { token: Token }): VNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline((token as Tokens.Strong).tokens)}</strong>;
    case 'em':
      return <em>{inline((token as Tokens.Em).tokens)}</em>;
    case 'del':
      return <del>{inline((token as Tokens.Del).tokens)}</del>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link': {
      const { href, tokens, raw } = token as Tokens.Link;
      if (!isSafe(href)) return <>{raw}</>;
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {inline(tokens)}
        </a>
      );
    }
    case 'image': {
      const { href, text } = token as Tokens.Image;
      return <Picture src={href} text={text} />;
    }
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return <>{tokens ? inline(tokens) : text}</>;
    }
    case 'escape':
      return <>{(token as Tokens.Escape).text}</>;
    default:
      // HTML, too, is shown as its source.
      return <>{token.raw}</>;
  }
}
