import type { ComponentChildren } from 'preact';
import { go } from './place.ts';

/** A link to another screen of the app. */
export function Link({ to, children, class: name }: { to: string; children: ComponentChildren; class?: string }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} class={name} onClick={follow}>
      {children}
    </a>
  );
}
