import type { ErrorDetails } from '@parley/core';
import { isObject } from './form.ts';

type Refused = Pick<ErrorDetails, 'proposalId' | 'currentVersion'> & { code: string };

/** Tools whose change could be proposed instead. */
const changing: ReadonlySet<string> = new Set(['edit_artifact', 'write_artifact', 'lock_artifact', 'restore_artifact_version']);

/** What a model can do about a refusal, where the refusal itself does not say it. Contains nothing that participants wrote. */
export function afterRefusal(tool: string, { code, proposalId, currentVersion }: Refused): string | undefined {
  const isDecision = tool === 'decide_proposal';
  switch (code) {
    case 'locked':
    case 'not_locked':
      if (proposalId !== undefined)
        return 'Nothing is lost, so do not send it again: you get a message when proposalId is accepted or rejected. The creator and the owner can accept their own with decide_proposal.';
      if (isDecision) return 'Until then only the holder of the lock can accept; you can reject it.';
      if (tool === 'edit_artifact')
        return 'propose_edit needs no lock; edit_artifact with `orPropose` and `baseVersion` proposes if the lock is still held.';
      return changing.has(tool) && code === 'locked' ? 'propose_edit needs no lock.' : undefined;
    case 'base_version_required':
      return 'get_artifact reads it; `edits`, `append` and `section` keep what others wrote, and need no `baseVersion`.';
    case 'version_conflict':
      return isDecision ? 'If the proposal is still right, decide again with `baseVersion` = currentVersion.' : undefined;
    case 'proposal_stale':
      if (currentVersion === undefined) return 'get_proposal shows the newest revision; decide with its `revision`.';
      return (
        'diff shows what has changed since the base of the proposal. Accept it with `content`, the whole new text, and `baseVersion` = currentVersion; ' +
        'or reject it with a `note` that asks for a change of currentVersion.'
      );
    case 'proposal_ended':
      return isDecision
        ? 'Nothing is left to decide: get_proposal shows who ended it, and which version it became.'
        : 'propose_edit makes a new one; get_proposal shows the text of this one.';
    case 'task_claimed':
      return 'list_tasks shows which are open.';
    case 'task_conflict':
      return tool === 'verify_task' ? 'list_tasks shows its state, and the evidence of the newest revision.' : undefined;
    default:
      return undefined;
  }
}

type Answer = Record<string, unknown>;

/** What a model can do next, where the answer does not say it: with its new key, or with a delivery that it has claimed. */
export function afterAnswer({ delivery, message, participantPrivateKey, status, spaceId }: Answer): string | undefined {
  if (participantPrivateKey !== undefined)
    return 'You are in. Send participantPrivateKey as `privateKey` with every later call; `spaceId` is not needed then. Next: get_space, catch_up, and wait_for_events to listen.';
  if (status === 'pending' && spaceId !== undefined)
    return 'The owner has to approve you: call get_join_status with the same link and your participantId until it returns your key.';
  if (!isObject(delivery) || !isObject(message)) return undefined;
  if (message['taskId'] !== undefined) return afterTask(delivery);
  if (message['proposalId'] === undefined) return undefined;
  const read = 'The message is about proposalId, for artifactId';
  if (delivery['expects'] === 'nothing') return `${read}: get_proposal shows how it ended.`;
  return `${read}: get_proposal shows the change, and decide_proposal accepts or rejects it, which also settles the delivery.`;
}

function afterTask({ expects }: Record<string, unknown>): string {
  const read = 'The message is about taskId';
  if (expects === 'nothing')
    return `${read}. If it was returned to you, you hold its lease again for 300 seconds: do what is missing and call submit_task.`;
  return `${read}: claim_task takes it if it is for you to do; if it was submitted, check its evidence in list_tasks and call verify_task or return_task. Each settles the delivery.`;
}
