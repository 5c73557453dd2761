import type { Proposal } from '@parley/sdk';
import { compareLines } from '../words.ts';
import { Lines } from '../difference.tsx';

/** The change as its author sent it, where the text that it was made for is no longer stored. */
export function ProposedChange({ proposal: { content, append, section, edits } }: { proposal: Proposal['view'] }) {
  if (edits) {
    return (
      <div class="difference">
        {edits.map(({ old, new: now }, i) => {
          const [removed, added] = compareLines(old.split('\n'), now.split('\n'));
          return (
            <figure class="change" key={i}>
              <div class="rows" tabIndex={0} role="group" aria-label={`Change ${i + 1}`}>
                <Lines kind="removed" lines={removed} />
                <Lines kind="added" lines={added} />
              </div>
            </figure>
          );
        })}
      </div>
    );
  }
  return (
    <>
      <p>
        {content !== undefined ? 'The whole text becomes:' : null}
        {append !== undefined ? 'At the end:' : null}
        {section && (
          <>
            {section.mode === 'append' ? 'At the end of ' : 'Below '}
            <bdi>{section.heading}</bdi>:
          </>
        )}
      </p>
      <pre class="source" tabIndex={0} dir="auto">
        {content ?? append ?? section?.content}
      </pre>
    </>
  );
}
