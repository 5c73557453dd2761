import { signal } from '@preact/signals';
import { useContext } from 'preact/hooks';
import type { Formatted } from './formatted.tsx';
import { LinkTargets } from './link-targets.ts';

/** What formats texts is a chunk of its own, so that the first messages do not wait for it. */
const formatter = signal<typeof Formatted | undefined>(undefined);

// The messages are asked for before it: what is asked for first comes first on a slow line.
setTimeout(() =>
  import('./formatted.tsx').then(
    ({ Formatted }) => (formatter.value = Formatted),
    () => {
      // Texts stay as they were written.
    },
  ),
);

/**
 * A text of a participant; until the formatter is loaded, as it was written.
 * @param isDocument - It is a document, and not what somebody says: lines can be broken anywhere, and it has contents.
 */
export function Markdown({ text, isDocument = false }: { text: string; isDocument?: boolean }) {
  const Formatted = formatter.value;
  const targets = useContext(LinkTargets);
  return (
    <div class={isDocument ? 'prose document' : 'prose'} dir="auto">
      {Formatted ? <Formatted text={text} isDocument={isDocument} targets={targets} /> : <p class="as-written">{text}</p>}
    </div>
  );
}
