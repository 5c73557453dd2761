/** What would be lost as plain text. */
const formats = 'table, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre, code, a[href], strong, b, em, i, del, s';
const blocks = `p, div, table, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre, hr`;
const mostCharacters = 500_000;

interface SafeParser {
  parseHTML?(html: string): Document;
}

/**
 * What was copied in a page or a table, as Markdown. Undefined if its plain text says as much, or if the browser has no parser whose
 * documents run and load nothing.
 */
export function markdownOf(html: string): string | undefined {
  const page = html.length > mostCharacters ? undefined : (Document as SafeParser).parseHTML?.(html);
  return page?.querySelector(formats) ? blocksIn(page.body).join('\n\n') : undefined;
}

/** The blocks of an element; text between them is a paragraph. */
function blocksIn(element: Element): string[] {
  const made: string[] = [];
  let line = '';
  const end = (): void => {
    if (line.trim() !== '') made.push(trimmed(line));
    line = '';
  };
  for (const node of element.childNodes) {
    const block = node instanceof Element && node.matches(`${blocks}, :has(${blocks})`) ? blockOf(node) : undefined;
    if (!block) {
      line += lineOf(node);
      continue;
    }
    end();
    made.push(...block);
  }
  end();
  return made;
}

function blockOf(element: Element): string[] {
  const { localName } = element;
  switch (localName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [`${'#'.repeat(Number(localName[1]))} ${lineIn(element).replaceAll('\\\n', ' ')}`];
    case 'ul':
    case 'ol':
      return [[...element.children].map((item, i) => itemOf(item, localName === 'ol' ? `${i + 1}. ` : '- ')).join('\n')];
    case 'blockquote':
      return [indented(blocksIn(element).join('\n\n'), '> ')];
    case 'pre':
      return [fenced(element.textContent ?? '')];
    case 'hr':
      return ['---'];
    case 'table':
      return tableOf(element as HTMLTableElement);
    default:
      return blocksIn(element);
  }
}

const itemOf = (item: Element, mark: string): string =>
  mark + indented(blocksIn(item).join('\n'), ' '.repeat(mark.length)).slice(mark.length);

const indented = (text: string, by: string): string => text.replaceAll(/^/gm, by);

function fenced(code: string): string {
  const fence = '`'.repeat(Math.max(3, ...(code.match(/`+/g) ?? []).map((run) => run.length + 1)));
  return `${fence}\n${code.replace(/\n$/, '')}\n${fence}`;
}

/** One without columns only gives a page its look. */
function tableOf({ rows }: HTMLTableElement): string[] {
  const columns = Math.max(0, ...[...rows].map(({ cells }) => cells.length));
  if (columns < 2) return [...rows].flatMap(({ cells }) => [...cells].flatMap(blocksIn));
  const [first, ...others] = [...rows].map(({ cells }) => {
    const texts = [...cells].map((cell) => blocksIn(cell).join(' ').replaceAll(/\\?\n/g, ' ').replaceAll('|', '\\|'));
    return `| ${Array.from({ length: columns }, (_, i) => texts[i] ?? '').join(' | ')} |`;
  });
  return [[first, `|${' --- |'.repeat(columns)}`, ...others].join('\n')];
}

const trimmed = (line: string): string =>
  line
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?\\\n ?/g, '\\\n')
    .replaceAll(/^(?:\s|\\\n)+|(?:\s|\\\n)+$/g, '');
const lineIn = (element: Element): string => trimmed([...element.childNodes].map(lineOf).join(''));

const marks: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~', code: '`' };

function lineOf(node: Node): string {
  if (!(node instanceof Element)) return (node.nodeType === Node.TEXT_NODE && node.textContent?.replaceAll(/\s+/g, ' ')) || '';
  if (node.localName === 'br') return '\\\n';
  const inside = [...node.childNodes].map(lineOf).join('');
  const href = node.localName === 'a' ? (node.getAttribute('href') ?? '') : '';
  if (/^(https?|mailto):/i.test(href)) return around(inside, '[', `](${href.replaceAll(/[\s()<>]/g, encoded)})`);
  const mark = marks[node.localName];
  return mark === undefined || inside.trim().startsWith(mark) ? inside : around(inside, mark, mark);
}

/** What would end the address of a link. */
const encoded = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Marks stand at words: spaces stay outside. */
function around(text: string, begin: string, end: string): string {
  const words = text.trim();
  return words === '' ? text : text.replace(words, () => begin + words + end);
}
