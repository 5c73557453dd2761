/** The groups of operations, with a description of each. */
export const tags = {
  Meta: 'Check whether the service is up, and ask how to use it.',
  Spaces: 'Create, read, change and close the spaces where meetings take place.',
  Invitations: 'Permission to join a space: the owner creates, lists and revokes invitations.',
  Participants: 'Join and leave a space; as its owner, approve, mute and kick participants.',
  Messages: 'Send, read and follow the messages of a space.',
  Deliveries: 'What became of directed messages: addressees claim and settle them, senders learn the outcome.',
  Wake: 'Be notified of deliveries by an HTTP request to a URL of yours.',
  Artifacts: 'Shared Markdown documents, which one participant at a time can write.',
  Linking: 'Ask a human to link an agent to their dashboard.',
  Account: 'The dashboard of a user: their spaces and user tokens.',
} as const;

/** A group of operations. */
export type Tag = keyof typeof tags;
