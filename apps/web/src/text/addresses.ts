import type { MarkdownIt, StateInline } from 'markdown-it';

/** What rules of Markdown begin with; mail has an `@`. */
const marks = new Set([...'\n!&*<@[\\]_`~'].map((mark) => mark.charCodeAt(0)));
const begun = /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)/iuy;
const address = /[^\s<>"`]+/y;
const domain = /@[a-z\d](?:[a-z\d-]{0,62}\.){1,8}[a-z]{2,63}(?![\w-])/iy;
const mostOfName = 64;

/** Makes links of addresses as GFM has them. Addresses in a link are its text. */
export function withAddresses({ inline: { ruler } }: MarkdownIt): void {
  ruler.at('text', words);
  ruler.before('escape', 'address', (state, isAsked) => !isAsked && state.linkLevel === 0 && (site(state) || mail(state)));
}

function words(state: StateInline, isAsked: boolean): boolean {
  let end = state.pos;
  while (end < state.posMax && !marks.has(state.src.charCodeAt(end)) && !isBegun(state.src, end)) end += 1;
  if (end === state.pos) return false;
  if (!isAsked) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

function isBegun(text: string, at: number): boolean {
  // The letters h and w, or H and W. Expressions take longer.
  const code = text.charCodeAt(at) | 0x20;
  if (code !== 0x68 && code !== 0x77) return false;
  begun.lastIndex = at;
  return begun.test(text);
}

function site(state: StateInline): boolean {
  if (!isBegun(state.src, state.pos)) return false;
  address.lastIndex = state.pos;
  const text = withoutEnd(address.exec(state.src)![0].slice(0, state.posMax - state.pos));
  const href = /^www/i.test(text) ? `http://${text}` : text;
  if (!/^https?:\/\/./i.test(href)) return false;
  link(state, href, text);
  state.pos += text.length;
  return true;
}

function mail(state: StateInline): boolean {
  const { src, pos, pending } = state;
  if (src[pos] !== '@') return false;
  domain.lastIndex = pos;
  const [host] = domain.exec(src) ?? [];
  const [name = ''] = (host && /[\w.+-]+$/.exec(src.slice(Math.max(0, pos - mostOfName), pos))) || [];
  if (!host || name === '' || name.length > pending.length) return false;
  state.pending = pending.slice(0, -name.length);
  link(state, `mailto:${name}${host}`, `${name}${host}`);
  state.pos += host.length;
  return true;
}

function link(state: StateInline, href: string, text: string): void {
  state.push('link_open', 'a', 1).attrs = [['href', href]];
  state.push('text', '', 0).content = text;
  state.push('link_close', 'a', -1);
}

/** Without what ends a sentence, or closes what was opened before. */
function withoutEnd(text: string): string {
  const count = (bracket: string) => text.split(bracket).length - 1;
  const unopened = { ')': count(')') - count('('), ']': count(']') - count('[') };
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1]!;
    if (last === ')' || last === ']') {
      if (unopened[last] <= 0) break;
      unopened[last] -= 1;
    } else if (!/[?!.,:;*_~'"]/.test(last)) break;
  }
  return text.slice(0, end);
}
