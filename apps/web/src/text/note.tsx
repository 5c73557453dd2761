import type { ComponentChildren } from 'preact';
import { Lead } from './lead.tsx';
import { toPlace } from './slug.ts';

/** Numbers, because names of footnotes could be those of something else in the page. */
export const NoteReference = ({ number }: { number: number }) => (
  <sup>
    <Lead data-reference={number} label={`Footnote ${number}`} to={(from) => toPlace(from, `[data-note="${number}"]`)}>
      {number}
    </Lead>
  </sup>
);

interface FootnoteProps {
  /** None, if the text does not refer to it. */
  number: number | undefined;
  children: ComponentChildren;
}

export const Note = ({ number, children }: FootnoteProps) => (
  <li value={number} data-note={number} tabIndex={-1}>
    {children}
    {number !== undefined && (
      <Lead label={`Back to the text with footnote ${number}`} to={(from) => toPlace(from, `[data-reference="${number}"]`)}>
        <span aria-hidden="true">↩</span>
      </Lead>
    )}
  </li>
);
