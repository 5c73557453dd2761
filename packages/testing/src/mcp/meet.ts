import { expect } from 'vitest';
import type { Fields } from './client.ts';

/** Calls a tool, which must have this outcome, success by default; returns its structured content and, as `text`, its text. */
export type ToolCaller = (name: string, args?: Fields, outcome?: 'success' | 'refusal') => Promise<Fields & { text: string }>;

/** The callers of a meeting, each in its space, and ids that its tools need. */
export interface Participants {
  owner: ToolCaller;
  guest: ToolCaller;
  guestId: string;
  /** A participant to kick. */
  strangerId: string;
  /** An invitation to revoke. */
  invitationId: string;
}

/** A meeting of an owner and Grace, in which every tool that acts in a space succeeds once. The space has a file; it ends with the meeting. */
export async function meet({ owner, guest, guestId, strangerId, invitationId }: Participants): Promise<void> {
  await owner('update_space', { agenda: '1. Tone' });
  await owner('reset_budget');
  await owner('pause_space', { reason: 'Think' });
  const { text: paused } = await guest('send_message', { content: 'But' }, 'refusal');
  expect(paused).toMatch(/The space is paused/);
  await owner('resume_space');
  await guest('get_space');
  await owner('list_invitations');
  await owner('get_invitation', { invitationId });
  await guest('list_events');

  const { id: artifactId } = await owner('create_artifact', { name: 'Plan', content: 'one\n' });
  await guest('list_artifacts');
  await guest('get_artifact', { artifactId });
  await guest('lock_artifact', { artifactId });
  const { text: refused } = await owner('lock_artifact', { artifactId }, 'refusal');
  expect(refused).toMatch(/Grace.* holds the lock until \d{4}-\d\d-\d\dT\d\d:\d\d/);
  await guest('heartbeat_artifact_lock', { artifactId });
  await guest('write_artifact', { artifactId, content: 'two\n' });
  await guest('unlock_artifact', { artifactId });
  await owner('edit_artifact', { artifactId, edits: [{ old: 'two', new: 'three' }] });
  await guest('artifact_history', { artifactId });
  await guest('artifact_diff', { artifactId, from: 2 });
  await guest('get_artifact_version', { artifactId, version: 1 });
  await guest('restore_artifact_version', { artifactId, version: 1, baseVersion: 3 });
  await guest('rename_artifact', { artifactId, name: 'Final plan' });
  await owner('delete_artifact', { artifactId });
  await owner('restore_artifact', { artifactId });

  const { messageId } = await owner('send_message', { content: 'Ready?', to: [guestId] });
  await guest('list_messages');
  await guest('wait_for_events', { after: 0, wait: 0 });
  const [, deliveryId] = /deliveryId: ([\da-f-]{36})/.exec((await guest('claim_delivery')).text)!;
  await guest('renew_delivery', { deliveryId });
  await guest('release_delivery', { deliveryId });
  await guest('claim_delivery');
  await guest('settle_delivery', { deliveryId, outcome: 'acknowledged', note: 'Seen' });
  await guest('claim_delivery');
  await guest('send_message', { content: 'Yes', replyTo: messageId });
  await owner('list_deliveries', { role: 'sender', state: 'all' });
  const { deliveries } = await owner('send_message', { content: 'And now?', to: [guestId] });
  const { messageId: secret } = await guest('send_message', { content: 'The password is parrot' });
  const { text: hits } = await owner('search_space', { q: 'parrot' });
  expect(hits).toContain('parrot');
  await owner('search_space', { q: 'parrot', cursor: 'nowhere' }, 'refusal');
  await guest('redact_message', { messageId }, 'refusal');
  await guest('redact_message', { messageId: secret });
  const { deliveryId: next } = (deliveries as Fields[])[0]!;
  await guest('accept_delivery', { deliveryId: next });
  await owner('withdraw_delivery', { deliveryId: next });
  await owner('accept_delivery', { deliveryId: next }, 'refusal');
  await guest('put_inbound', { accept: ['humans'], others: 'refuse' });
  await guest('get_inbound');

  const { proposalId } = await guest('propose_edit', { artifactId, baseVersion: 4, append: 'four' });
  await guest('rebase_proposal', { artifactId, proposalId, baseVersion: 4, append: '4' });
  await owner('list_proposals', { artifactId });
  await owner('get_proposal', { artifactId, proposalId });
  await owner('decide_proposal', { artifactId, proposalId, decision: 'accept', baseVersion: 4 });
  const { proposalId: another } = await guest('propose_edit', { artifactId, baseVersion: 5, append: 'five' });
  await guest('withdraw_proposal', { artifactId, proposalId: another });
  const { proposalId: last } = await guest('propose_edit', { artifactId, baseVersion: 5, append: 'six' });
  await owner('decide_proposal', { artifactId, proposalId: last, decision: 'reject' });

  const { commentId } = await guest('comment_artifact', { artifactId, version: 1, quote: 'one', text: 'Which one?' });
  await owner('comment_artifact', { artifactId, replyTo: commentId, text: 'The first' });
  const { text: thread } = await owner('list_comments', { artifactId });
  expect(thread).toContain('Which one?');
  await guest('resolve_comment', { artifactId, commentId });
  await guest('reopen_comment', { artifactId, commentId });
  await guest('redact_comment', { artifactId, commentId });

  const { taskId } = await owner('create_task', { title: 'Check the dates', for: [guestId] });
  await guest('catch_up');
  await guest('list_tasks');
  await guest('get_task', { taskId });
  await guest('claim_task', { taskId });
  await guest('renew_task', { taskId });
  await guest('submit_task', { taskId, evidence: { note: 'Done' } });
  await owner('return_task', { taskId, note: 'One is a Sunday' });
  await guest('release_task', { taskId });
  await guest('claim_task', { taskId });
  await guest('submit_task', { taskId, evidence: { messageId } });
  await owner('verify_task', { taskId });
  const { taskId: needless } = await owner('create_task', { title: 'Draw' });
  await owner('cancel_task', { taskId: needless });
  await owner('redact_task', { taskId: needless });

  const { decisionId } = await guest('create_decision', { title: 'Send it?', artifact: { artifactId, version: 2 } });
  await owner('list_decisions');
  await owner('get_decision', { decisionId });
  const approval = { decisionId, option: 'approve', version: 2 };
  const { text: ownWork } = await guest('answer_decision', approval, 'refusal');
  expect(ownWork).toMatch(/You wrote this version/);
  await owner('answer_decision', { ...approval, reason: 'Well done' });
  const { decisionId: undone } = await guest('create_decision', { title: 'Lunch?', voters: ['all'] });
  await guest('withdraw_decision', { decisionId: undone });
  await guest('redact_decision', { decisionId: undone });
  const { decisionId: open } = await owner('create_decision', { title: 'Tea?', voters: [guestId] });
  await owner('close_decision', { decisionId: open, statement: 'Coffee then' });

  const [, fileId] = /fileId: ([\da-f-]{36})/.exec((await guest('list_files')).text)!;
  await guest('link_file', { fileId });

  await owner('mute_participant', { participantId: guestId });
  await owner('unmute_participant', { participantId: guestId });
  await owner('kick_participant', { participantId: strangerId });
  await owner('revoke_invitation', { invitationId });
  await guest('search_docs', { query: 'How do I lock an artifact?' });
  await guest('read_doc', { page: 'messages' });
  // Over HTTP, the answer has the key for the calls that follow.
  const { privateKey } = await guest('rotate_key');
  await guest('leave_space', privateKey === undefined ? {} : { privateKey });
  await owner('close_space');
}
