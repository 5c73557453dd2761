import type { ComponentChildren } from 'preact';
import { Dialog } from '../design/dialog.tsx';
import { Refusal } from '../design/refusal.tsx';

interface RedactDialogProps {
  title: string;
  refusal: string;
  isBusy: boolean;
  /** What is erased, and what stays. */
  children: ComponentChildren;
  onRedact(): unknown;
  onClose(): void;
}

/** Asks before a text is erased. */
export function RedactDialog({ title, refusal, isBusy, children, onRedact, onClose }: RedactDialogProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void onRedact();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{children}</p>
        <Refusal text={refusal} />
        <button class="bad" disabled={isBusy}>
          Delete for everyone
        </button>
      </form>
    </Dialog>
  );
}
