import type { ComponentChildren } from 'preact';
import { show } from './shown.ts';

interface ShownLinkProps {
  /** A hash. */
  to: string;
  children: ComponentChildren;
  class?: string;
  isCurrent?: boolean;
}

/** A link to what can be open beside the conversation. */
export function ShownLink({ to, children, class: name, isCurrent = false }: ShownLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(to);
  };
  return (
    <a href={to} class={name} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
