import type { ResourceForModels } from '../../kernel/for-models.ts';

const unlocked = ['locked', 'not_locked'];
const read = 'The message is about proposalId, for artifactId';

export const forModels = {
  selfEvident: ['proposalId'],
  afterRefusal: [
    {
      when: { code: unlocked, proposalId: true },
      text: 'Nothing is lost, so do not send it again: you get a message when proposalId is accepted or rejected. The creator and the owner can accept their own with decide_proposal.',
    },
    {
      when: { code: unlocked, tool: 'decide_proposal' },
      text: 'Until then only the holder of the lock can accept; you can reject it.',
    },
    {
      when: { code: unlocked, tool: 'edit_artifact' },
      text: 'propose_edit needs no lock; edit_artifact with `orPropose` and `baseVersion` proposes if the lock is still held.',
    },
    {
      when: { code: 'locked', tool: ['write_artifact', 'lock_artifact', 'restore_artifact_version'] },
      text: 'propose_edit needs no lock.',
    },
    {
      when: { code: 'version_conflict', tool: 'decide_proposal' },
      text: 'If the proposal is still right, decide again with `baseVersion` = currentVersion.',
    },
    {
      when: { code: 'proposal_stale', currentVersion: false },
      text: 'get_proposal shows the newest revision; decide with its `revision`.',
    },
    {
      when: { code: 'proposal_stale' },
      text:
        'diff shows what has changed since the base of the proposal. Accept it with `content`, the whole new text, and `baseVersion` = currentVersion; ' +
        'or reject it with a `note` that asks for a change of currentVersion.',
    },
    {
      when: { code: 'proposal_ended', tool: 'decide_proposal' },
      text: 'Nothing is left to decide: get_proposal shows who ended it, and which version it became.',
    },
    {
      when: { code: 'proposal_ended' },
      text: 'propose_edit makes a new one; get_proposal shows the text of this one.',
    },
  ],
  afterAnswer: [
    {
      when: { 'message.proposalId': true, 'message.taskId': false, 'delivery.expects': 'nothing' },
      text: `${read}: get_proposal shows how it ended.`,
    },
    {
      when: { 'message.proposalId': true, 'message.taskId': false, delivery: true },
      text: `${read}: get_proposal shows the change, and decide_proposal accepts or rejects it, which also settles the delivery.`,
    },
  ],
} as const satisfies ResourceForModels;
