import type { Proposal } from '@parley/sdk';
import { Dialog } from '../../../design/dialog.tsx';
import { useRequest } from '../../../space/request.ts';

interface RejectDialogProps {
  proposal: Proposal;
  onClose(): void;
  onRejected(): void;
}

export function RejectDialog({ proposal, onClose, onRejected }: RejectDialogProps) {
  const { send, refusal, isBusy } = useRequest();
  const reject = async (event: SubmitEvent) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget as HTMLFormElement).get('note')).trim() || undefined;
    if (!(await send(['reject', note], (idempotencyKey) => proposal.reject({ note, idempotencyKey })))) return;
    onRejected();
    onClose();
  };
  return (
    <Dialog title="Reject the proposal" onClose={onClose}>
      <form onSubmit={reject}>
        <div class="field">
          <label for="reject-note">
            Reason, for <bdi>{proposal.view.authorName}</bdi> <small>(optional)</small>
          </label>
          <textarea id="reject-note" name="note" rows={3} maxLength={500} dir="auto" />
        </div>
        <p class="said-no" role="alert">
          {refusal}
        </p>
        <button class="bad" disabled={isBusy}>
          Reject
        </button>
      </form>
    </Dialog>
  );
}
