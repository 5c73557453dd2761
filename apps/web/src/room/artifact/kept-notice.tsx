import { CopyButton } from '../../design/copy-button.tsx';
import { When } from '../when.tsx';
import type { WorkingText } from './working-text.ts';

/** What an earlier visit has left. */
export function KeptNotice({ work }: { work: WorkingText }) {
  return (
    <>
      {work.from !== undefined && work.isChanged && (
        <div class="notice" role="status">
          <p>
            This is your text from <When at={work.from} />, which is not saved.
          </p>
          <button type="button" class="quiet" onClick={work.reset}>
            Discard it
          </button>
        </div>
      )}
      {work.offers.map((kept) => (
        <div class="notice" key={kept.baseVersion}>
          <p>
            You have text from <When at={kept.at} /> that is not saved. It was made for version {kept.baseVersion}.
          </p>
          <div class="actions">
            <button type="button" class="quiet" disabled={work.isChanged} onClick={() => work.use(kept)}>
              Go on with it
            </button>
            <CopyButton text={kept.text} what="the text" />
            <button type="button" class="quiet" onClick={() => work.discard(kept)}>
              Discard it
            </button>
          </div>
        </div>
      ))}
    </>
  );
}
