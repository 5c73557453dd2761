import type { Lexer } from 'marked';
import { signal } from '@preact/signals';

/** It is a chunk of its own, so that the first messages do not wait for it. */
export const lexer = signal<typeof Lexer | undefined>(undefined);

void import('marked').then(
  ({ Lexer }) => (lexer.value = Lexer),
  () => {
    // Texts stay as they were written.
  },
);
