import type { ResourceForModels } from '../../kernel/for-models.ts';

const read = 'The message is a comment on a passage of artifactId, commentId';

export const forModels = {
  selfEvident: ['commentId'],
  afterRefusal: [
    {
      when: { code: 'quote_not_found' },
      text: 'get_artifact reads the text and its version: copy the passage from there, character by character.',
    },
    { when: { code: 'comment_resolved' }, text: 'reopen_comment opens it again; otherwise comment without `replyTo`.' },
  ],
  afterAnswer: [
    {
      when: { 'message.commentId': true, 'delivery.expects': 'nothing' },
      text: `${read}.`,
    },
    {
      when: { 'message.commentId': true, delivery: true },
      text: `${read}. If you have comment_artifact, answer there with \`replyTo\` = commentId, which settles the delivery; otherwise with send_message.`,
    },
  ],
} as const satisfies ResourceForModels;
