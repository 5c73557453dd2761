import type { Question } from './questions.fixture.ts';

/** The last two; the sixth, in ordinary words, met the search as it is. */
export const batchC: readonly Question[] = [
  {
    ask: 'where do the messages go when the server is restarted',
    answers: [
      'concepts#what-can-i-rely-on',
      'self-hosting#embedded-database-or-postgresql',
      'settings#one-process-or-several',
      'quick-start#how-do-i-start-the-server',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
    ],
  },
  {
    ask: 'block a participant from coming back',
    answers: [
      'moderation#how-do-i-remove-somebody',
      'joining#when-am-i-refused',
      'faq#can-i-withdraw-an-invitation',
      'moderation#which-states-can-a-participant-be-in',
    ],
  },
  {
    ask: 'can my agent join on behalf of me',
    answers: [
      'authentication#what-does-a-user-token-change',
      'concepts#what-are-keys',
      'authentication#how-does-an-agent-get-a-user-token',
      'joining#how-do-i-join',
      'authentication#which-credentials-are-there',
    ],
  },
  { ask: 'is a lock needed for reading', answers: ['artifacts#how-do-i-read-them', 'concepts#what-is-a-lock'] },
  { ask: 'create two documents with identical names', answers: ['artifacts#how-do-i-create-one'] },
  {
    ask: 'my request was rejected as too large',
    answers: [
      'limits#how-long-may-texts-be',
      'errors#400-what-is-wrong-with-my-request',
      'self-hosting#how-do-i-put-nginx-in-front',
      'settings#sizes',
    ],
  },
  {
    ask: 'turn off signups on my server',
    answers: [
      'self-hosting#who-makes-the-first-account',
      'settings',
      'self-hosting#which-settings-matter',
      'authentication#how-does-a-human-sign-in',
    ],
  },
  {
    ask: 'what should the agent do when it receives a 401 during streaming',
    answers: [
      'streaming#when-does-a-stream-end',
      'errors#401-why-does-my-key-not-work',
      'errors#how-do-i-retry-well',
      'streaming#how-do-i-resume-after-a-lost-connection',
    ],
  },
  {
    ask: 'how to pipe text from stdin into a message',
    answers: ['cli#parley-send-text', 'cli#for-scripts-and-agents', 'cli#a-meeting-in-five-minutes'],
  },
  {
    ask: 'unsubscribe from events',
    answers: ['streaming#when-does-a-stream-end', 'sdk#events', 'streaming#how-does-it-work-in-a-browser'],
  },
  { ask: 'which node versions work', answers: ['quick-start#what-do-i-need', 'sdk#runtimes', 'sdk', 'cli'] },
  {
    ask: 'Do closed spaces count against some limit?',
    answers: ['limits#how-many-may-there-be', 'limits#how-long-do-things-live'],
  },
  {
    ask: 'does muting someone free the document they were editing',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'artifacts#when-else-does-a-lock-end',
      'moderation#what-happens-to-keys-locks-and-streams',
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
    ],
  },
  {
    ask: 'I need the answer to be machine readable, is there a spec for code generation?',
    answers: [
      'rest',
      'authentication#what-do-machines-discover',
      'mcp#is-there-an-mcp-endpoint',
      'mcp#can-tools-be-made-from-the-openapi-document',
    ],
  },
  { ask: 'how do humans chat from the terminal', answers: ['cli#parley-chat', 'cli#a-meeting-in-five-minutes', 'cli'] },
  {
    ask: 'what does the invite card contain for agents',
    answers: [
      'joining#how-do-i-invite-somebody',
      'concepts#what-is-an-invitation',
      'mcp#how-does-an-assistant-join-a-meeting',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
      'sdk#create-and-invite',
    ],
  },
  {
    ask: 'lost the usr_ token, make another one',
    answers: [
      'authentication#what-can-a-session-do',
      'createApiToken',
      'authentication#how-does-an-agent-get-a-user-token',
      'cli#parley-tokens-create-name',
    ],
  },
  {
    ask: 'how many messages can the server handle per second',
    answers: ['self-hosting#embedded-database-or-postgresql', 'settings#one-process-or-several'],
  },
  {
    ask: 'Is the whole document sent when I save or only a patch?',
    answers: ['artifacts#how-do-i-edit-an-artifact', 'concepts#what-is-an-artifact', 'writeArtifact'],
  },
  {
    ask: 'why is participant_not_found returned while I wait',
    answers: ['errors#404-and-405-what-is-missing', 'joining#how-do-i-wait-for-approval'],
  },
  {
    ask: 'kick vs mute',
    answers: [
      'moderation#what-happens-to-keys-locks-and-streams',
      'moderation#which-states-can-a-participant-be-in',
      'moderation#how-do-i-silence-somebody',
      'moderation#how-do-i-remove-somebody',
    ],
  },
  {
    ask: 'reduce the number of requests my agent makes',
    answers: [
      'messages#how-often-should-i-poll',
      'faq#should-i-poll-or-stream',
      'concepts#what-is-the-context-bundle',
      'limits#what-is-the-rate-limit',
    ],
  },
  { ask: 'disaster recovery of the server', answers: ['self-hosting#how-do-i-back-up-and-restore'] },
  {
    ask: 'is it safe to put the key into the url',
    answers: [
      'authentication#how-do-space-keys-work',
      'streaming#how-does-it-work-in-a-browser',
      'joining#how-do-i-handle-the-keys',
      'rest#which-headers-do-i-send',
    ],
  },
  {
    ask: 'what happens if both sides write at once',
    answers: [
      'concepts#what-is-a-lock',
      'artifacts#how-do-i-edit-an-artifact',
      'artifacts#somebody-else-holds-the-lock-what-now',
      'concepts#what-can-i-rely-on',
      'quick-start#how-do-they-write-a-document-together',
    ],
  },
  {
    ask: 'how do I create an artifact with initial content?',
    answers: ['artifacts#how-do-i-create-one', 'createArtifact', 'quick-start#how-do-they-write-a-document-together'],
  },
  {
    ask: 'my participant key stopped working, why?',
    answers: [
      'errors#401-why-does-my-key-not-work',
      'authentication#how-do-space-keys-work',
      'moderation#what-happens-to-keys-locks-and-streams',
    ],
  },
  {
    ask: 'get the list of participants',
    answers: [
      'getSpace',
      'concepts#what-is-the-context-bundle',
      'cli#parley-participants',
      'rest#spaces-create-see-change-close',
    ],
  },
  {
    ask: 'how long are closed spaces kept before they are deleted',
    answers: ['self-hosting#how-long-is-data-kept', 'limits#how-long-do-things-live', 'faq#what-happens-when-the-space-ends'],
  },
  { ask: 'long poll timeout', answers: ['messages#how-often-should-i-poll', 'limits#what-about-waiting-and-streams'] },
  {
    ask: 'Which role can invite others?',
    answers: [
      'concepts#who-is-the-owner-who-is-a-participant',
      'rest#invitations-and-participants',
      'joining#how-do-i-invite-somebody',
      'createInvitation',
      'authentication#which-credentials-are-there',
    ],
  },
  {
    ask: 'join_declined, what now',
    answers: ['errors#404-and-405-what-is-missing', 'joining#how-do-i-wait-for-approval', 'joining#when-am-i-refused'],
  },
  {
    ask: 'how do I download the finished document',
    answers: ['downloadArtifact', 'artifacts#how-do-i-read-them', 'cli#parley-artifact-download-artifact'],
  },
  { ask: 'what must I back up?', answers: ['self-hosting#how-do-i-back-up-and-restore', 'self-hosting#what-must-stay-secret'] },
  {
    ask: 'send the same message twice by accident, how is that prevented',
    answers: [
      'faq#how-do-i-send-a-message-only-once-if-the-network-fails',
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'errors#how-do-i-retry-well',
    ],
  },
  {
    ask: 'can participants leave and rejoin later',
    answers: [
      'moderation#how-do-i-leave',
      'joining#when-am-i-refused',
      'moderation#which-states-can-a-participant-be-in',
      'leaveSpace',
    ],
  },
  {
    ask: 'retry after rate limiting',
    answers: ['errors#429-500-503-when-do-i-try-again', 'limits#what-is-the-rate-limit', 'rest#how-many-requests-may-i-send'],
  },
  {
    ask: 'where is the documentation for machines, llms.txt',
    answers: ['mcp#is-there-an-mcp-endpoint', 'authentication#what-do-machines-discover', 'rest'],
  },
  {
    ask: 'subscribe to document changes',
    answers: [
      'streaming#which-events-are-there',
      'streaming#how-do-i-open-a-stream',
      'streaming',
      'streamMessages',
      'sdk#events',
    ],
  },
  { ask: 'use parley from python', answers: ['faq#is-there-an-sdk-or-a-command'] },
  {
    ask: 'what is agentLink',
    answers: [
      'joining#how-do-i-invite-somebody',
      'concepts#what-is-an-invitation',
      'mcp#how-does-an-assistant-join-a-meeting',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
    ],
  },
  { ask: 'log level debug', answers: ['settings'] },
  {
    ask: 'approve a waiting participant from the command line',
    answers: ['cli#parley-approve-participant', 'cli#a-meeting-in-five-minutes'],
  },
  { ask: 'is there a limit on the number of messages in a space?', answers: ['limits#how-many-may-there-be'] },
  {
    ask: 'what happens to my locks when I disconnect?',
    answers: [
      'artifacts#when-else-does-a-lock-end',
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
      'artifacts#how-long-does-a-lock-last',
      'moderation#what-happens-to-keys-locks-and-streams',
    ],
  },
  { ask: 'Does the SDK retry automatically?', answers: ['sdk#retries'] },
  {
    ask: 'make my space private later',
    answers: ['joining#public-or-private-what-is-the-difference', 'moderation#how-do-i-change-or-close-a-space'],
  },
  {
    ask: 'who sent a message, how can I tell',
    answers: [
      'faq#what-may-i-trust-in-a-space',
      'messages#how-do-i-read-messages',
      'messages#a-loop-that-misses-nothing',
      'concepts#who-is-the-owner-who-is-a-participant',
    ],
  },
  {
    ask: 'run migrations',
    answers: ['self-hosting#how-do-i-upgrade', 'self-hosting#how-do-i-run-it', 'self-hosting#how-do-i-run-several-processes'],
  },
  {
    ask: 'expired link code, how do I get a new one',
    answers: [
      'authentication#how-does-an-agent-get-a-user-token',
      'errors#409-410-422-what-is-in-conflict',
      'startLink',
      'pollLink',
    ],
  },
];
