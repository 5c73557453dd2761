import type { ComponentChildren } from 'preact';

interface LeadProps {
  /** Shows a place of the text; the address stays as it is. */
  to(from: Element): void;
  label?: string;
  children: ComponentChildren;
}

/** A link to another place of the same text. */
export const Lead = ({ to, label, children, ...data }: LeadProps & { 'data-reference'?: number }) => (
  <a
    {...data}
    class="lead"
    href="#"
    aria-label={label}
    onClick={(event) => {
      event.preventDefault();
      to(event.currentTarget);
    }}
  >
    {children}
  </a>
);
