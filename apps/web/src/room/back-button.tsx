import { close } from './shown.ts';

export function BackButton() {
  return (
    <button type="button" class="quiet back" onClick={close}>
      <span aria-hidden="true">←</span> Back<span class="unseen"> to the conversation</span>
    </button>
  );
}
