import { closeDialog } from '../dialogs.ts';
import { show } from '../shown.ts';
import { summaryHash } from './address.ts';

const open = () => {
  closeDialog();
  // The dialog gives the focus back first.
  setTimeout(() => show(summaryHash));
};

export const SummaryButton = () => (
  <p>
    <button type="button" class="quiet" onClick={open}>
      Summary: what was decided, written and is open
    </button>
  </p>
);
