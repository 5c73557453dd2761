import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** The first 20 lines of a text, and a button for the rest. */
export function Long({ children }: { children: ComponentChildren }) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <div class={isOpen ? undefined : 'long'} onFocusCapture={() => open(true)}>
        {children}
      </div>
      <button type="button" class="link" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {isOpen ? 'Show less' : 'Show all'}
      </button>
    </>
  );
}
