import { TaskClaimedError, type TaskView } from '@parley/sdk';
import { useState } from 'preact/hooks';
import { whyNot } from '../../space/refusal.ts';
import { useRequest } from '../../space/request.ts';
import type { Room } from '../../space/room.ts';
import { show } from '../shown.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { leaseSeconds } from './claims.ts';
import { personIn } from './person.ts';
import { RedactDialog } from './redact-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { stepsOf, type Step } from './step.ts';
import { SubmitDialog } from './submit-dialog.tsx';
import { taskListOf } from './task-list.ts';
import { hashOf } from './address.ts';

type Asked = Extract<Step, 'submit' | 'return' | 'cancel' | 'redact'>;

const asking: ReadonlySet<Step> = new Set<Asked>(['submit', 'return', 'cancel', 'redact']);
const isAsked = (step: Step): step is Asked => asking.has(step);

const words: Record<Step, string> = {
  claim: 'Claim',
  submit: 'Submit…',
  release: 'Give back',
  verify: 'Verify',
  return: 'Return…',
  cancel: 'Cancel the task…',
  redact: 'Delete its texts…',
};

/** What the reader can do with a task, as buttons. */
export function Steps({ task, room, only }: { task: TaskView; room: Room; only?: Step }) {
  const [asked, ask] = useState<Asked>();
  const { send, isBusy } = useRequest();
  const list = taskListOf(room);
  const { taskId, revision } = task;
  const steps = stepsOf(task, personIn(room)).filter((step) => only === undefined || step === only);
  const call = (step: Exclude<Step, Asked>, idempotencyKey: string): PromiseLike<TaskView> => {
    switch (step) {
      case 'claim':
        return room.space.call('claimTask', { taskId, leaseSeconds }, { idempotencyKey });
      case 'release':
        return room.space.call('releaseTask', { taskId }, { idempotencyKey });
      case 'verify':
        return room.space.call('verifyTask', { taskId, revision }, { idempotencyKey });
    }
  };
  const take = async (step: Step) => {
    if (isAsked(step)) return ask(step);
    list.said.value = '';
    const next = await send(
      [step, taskId, revision],
      (idempotencyKey) => call(step, idempotencyKey),
      (error) => {
        void list.load();
        const isLate = error instanceof TaskClaimedError && error.claimedBy !== room.me;
        // These buttons can be gone by now, with what they would say.
        list.said.value = isLate ? `“${error.claimedByName}” was faster.` : whyNot(error);
        return true;
      },
    );
    if (!next) return;
    if (step === 'claim') list.keep(next);
    list.learn(next);
    if (step === 'claim') show(hashOf(taskId));
  };
  const close = () => ask(undefined);
  return (
    <>
      {steps.length > 0 && (
        <div class="actions">
          {steps.map((step, i) => (
            <button
              key={step}
              type="button"
              class={step === 'cancel' || step === 'redact' ? 'bad' : i > 0 || only ? 'quiet' : undefined}
              disabled={isBusy}
              onClick={() => take(step)}
            >
              {words[step]}
              {only && <span class="unseen"> {task.title}</span>}
            </button>
          ))}
        </div>
      )}
      {asked === 'submit' && <SubmitDialog task={task} room={room} onClose={close} />}
      {asked === 'return' && <ReturnDialog task={task} room={room} onClose={close} />}
      {asked === 'cancel' && <CancelDialog task={task} room={room} onClose={close} />}
      {asked === 'redact' && <RedactDialog task={task} room={room} onClose={close} />}
    </>
  );
}
