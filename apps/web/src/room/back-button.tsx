import { Icon } from '../design/icon.tsx';
import { close } from './shown.ts';
import { isWide } from './wide.ts';

/** Ends what is open beside the conversation, or lets it have all of the place. */
export function BackButton() {
  return (
    <>
      <button type="button" class="quiet back" onClick={close} title="Close">
        <span class="way" aria-hidden="true">
          ← Back
        </span>
        <Icon name="close" />
        <span class="unseen">Back to the conversation</span>
      </button>
      <button
        type="button"
        class="quiet icon-only to-wide"
        aria-pressed={isWide.value}
        aria-label="Wide"
        title={isWide.value ? 'Beside the conversation' : 'Wide'}
        onClick={() => (isWide.value = !isWide.value)}
      >
        <Icon name={isWide.value ? 'narrow' : 'wide'} />
      </button>
    </>
  );
}
