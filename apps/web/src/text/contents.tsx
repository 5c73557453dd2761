import { Lead } from './lead.tsx';
import type { Part } from './parts.ts';
import { toPlace } from './slug.ts';

interface Heading {
  readonly text: string;
  readonly level: number;
}

/** With fewer, a text is seen as a whole. */
const fewest = 3;
const most = 500;

/** The headings of a text that are not within something else. */
export const headingsIn = (parts: readonly Part[]): readonly Heading[] =>
  parts
    .filter(({ token }) => token.type === 'heading_open')
    .slice(0, most)
    .map((part) => ({ text: textOf(part), level: Number(part.token.tag[1]) }));

const textOf = ({ token, children }: Part): string => (children.length > 0 ? children.map(textOf).join('') : token.content);

/** Where it stands beside the text, as the style sheet has it, nobody has to open it. */
const widest = 896;
const openBeside = (it: HTMLDetailsElement | null): void => {
  if (it && (it.closest('.artifact-text')?.clientWidth ?? 0) >= widest) it.open = true;
};

/** The headings of a document, each of which leads to its place. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  if (headings.length < fewest) return null;
  const lead = (from: Element, position: number) => {
    let left = position;
    toPlace(from, ':scope > :is(h3, h4, h5, h6)', () => left-- === 0);
  };
  return (
    <nav class="contents" aria-label="Contents">
      <details ref={openBeside}>
        <summary>Contents</summary>
        <ol>
          {headings.map(({ text, level }, i) => (
            <li key={i} class={`level-${level}`}>
              <Lead to={(from) => lead(from, i)}>{text || 'Untitled'}</Lead>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
