import { signal } from '@preact/signals';
import type { Formatted } from './formatted.tsx';

/** What formats texts is a chunk of its own, so that the first messages do not wait for it. */
const formatter = signal<typeof Formatted | undefined>(undefined);

void import('./formatted.tsx').then(
  ({ Formatted }) => (formatter.value = Formatted),
  () => {
    // Texts stay as they were written.
  },
);

/** A text of a participant; until the formatter is loaded, as it was written. */
export function Markdown({ text }: { text: string }) {
  const Formatted = formatter.value;
  return (
    <div class="prose" dir="auto">
      {Formatted ? <Formatted text={text} /> : <p class="as-written">{text}</p>}
    </div>
  );
}
