import { signal } from '@preact/signals';
import type { Lexer, Token } from 'marked';

const lexer = signal<typeof Lexer | undefined>(undefined);

// It is as large as the rest of the app, so it comes second. Without it texts stay as they were written.
void import('marked').then(
  ({ Lexer }) => (lexer.value = Lexer),
  () => undefined,
);

/** What a text in Markdown consists of; nothing as long as that cannot be told. */
export const tokensOf = (text: string): readonly Token[] | undefined =>
  lexer.value && new lexer.value({ gfm: true, breaks: true }).lex(text);
