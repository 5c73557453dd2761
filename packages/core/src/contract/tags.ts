/** The groups of operations, and what each is about. */
export const tags = {
  Meta: 'Whether the service is up, and how to use it.',
  Spaces: 'Where a meeting takes place: make one, see it, change it, close it.',
  Invitations: 'Leave to join a space: made, listed and revoked by its owner.',
  Participants: 'How one joins and leaves a space, and what its owner decides about those who are in it.',
  Messages: 'What is said in a space: send it, read it, follow it.',
  Artifacts: 'Shared Markdown documents, which one participant at a time may write.',
  Linking: 'How an agent asks a human to link it to their dashboard.',
  Account: 'The dashboard of a human: their spaces and user tokens.',
} as const;

/** A group of operations. */
export type Tag = keyof typeof tags;
