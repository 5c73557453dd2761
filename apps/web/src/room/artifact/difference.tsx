import './difference.css';
import type { ArtifactDiff, Hunk } from '@parley/sdk';
import type { ComponentChildren } from 'preact';
import { Counts } from './counts.tsx';
import { rowsOf, type Row } from './words.ts';

interface DifferenceProps {
  diff: Pick<ArtifactDiff, 'hunks' | 'added' | 'removed' | 'truncated'>;
  /** Whether it says how much differs. */
  isCounted?: boolean;
  /** What can be done with each change, by its position. */
  toolsOf?(position: number): ComponentChildren;
  /** Whether a change is not wanted. */
  isLeftOut?(position: number): boolean;
}

/** What changes between two texts, with the words that differ. Marks and words tell it, not colours alone. */
export function Difference({
  diff: { hunks, added, removed, truncated },
  isCounted = true,
  toolsOf,
  isLeftOut,
}: DifferenceProps) {
  if (hunks.length === 0 && !truncated) return <p class="empty">Both texts are the same.</p>;
  return (
    <div class="difference">
      {isCounted && <Counts diff={{ added, removed }} />}
      {hunks.map((hunk, i) => (
        <Change key={i} hunk={hunk} position={i} count={hunks.length} isLeftOut={isLeftOut?.(i) ?? false} tools={toolsOf?.(i)} />
      ))}
      {truncated && (
        <p class="notice">The difference is too long to be shown completely, or was too hard to compute in its shortest form.</p>
      )}
    </div>
  );
}

interface ChangeProps {
  hunk: Hunk;
  position: number;
  count: number;
  isLeftOut: boolean;
  tools: ComponentChildren;
}

function Change({ hunk, position, count, isLeftOut, tools }: ChangeProps) {
  const rows = rowsOf(hunk);
  const first = rows.find(({ kind }) => kind !== 'kept');
  return (
    <figure class={isLeftOut ? 'change left-out' : 'change'}>
      <figcaption>
        <span>
          Change {position + 1} of {count}, line {first?.line ?? hunk.newStart}
        </span>
        {tools}
      </figcaption>
      <div class="rows" tabIndex={0} role="group" aria-label={`Change ${position + 1}`} dir="auto">
        {rows.map((row, i) => (
          <Line key={i} {...row} />
        ))}
      </div>
    </figure>
  );
}

/** Lines of one kind. */
export const Lines = ({ kind, lines }: { kind: Row['kind']; lines: readonly Row['pieces'][] }) => (
  <>
    {lines.map((pieces, i) => (
      <Line key={i} kind={kind} pieces={pieces} />
    ))}
  </>
);

const marks = { kept: ' ', removed: '−', added: '+' } as const;
const inWords = { kept: '', removed: 'Removed: ', added: 'Added: ' } as const;

function Line({ kind, pieces }: Pick<Row, 'kind' | 'pieces'>) {
  const Part = kind === 'removed' ? 'del' : 'ins';
  return (
    <p class={`row ${kind}`}>
      <span class="mark" aria-hidden="true">
        {marks[kind]}
      </span>
      <span class="unseen">{inWords[kind]}</span>
      <bdi>{pieces.map(({ text, isChanged }, i) => (isChanged ? <Part key={i}>{text}</Part> : text))}</bdi>
    </p>
  );
}
