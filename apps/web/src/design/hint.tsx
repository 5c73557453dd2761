import './hint.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A tag that explains itself: by pointing at it, by touching it, and with the keyboard. */
export function Hint({ children, text, class: name = '' }: { children: ComponentChildren; text: string; class?: string }) {
  const id = useId();
  return (
    <>
      <button type="button" class={`tag hinted ${name}`} title={text} popovertarget={id} aria-describedby={id}>
        {children}
      </button>
      <span id={id} class="explanation" popover="auto">
        {text}
      </span>
    </>
  );
}
