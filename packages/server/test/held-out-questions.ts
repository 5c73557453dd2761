import type { GoldenQuestion } from './golden-questions.ts';

/**
 * What real people asked and `/ask` answered badly. A question without answers is one that the documentation does
 * not answer: no result is better than a wrong one.
 */
export const reportedQuestions: readonly GoldenQuestion[] = [
  { ask: 'can I attach a PDF', answers: ['faq#can-i-send-a-file', 'files#how-do-i-send-a-file-with-a-message'] },
  {
    ask: 'how do I connect the Vercel AI SDK',
    answers: ['ai-sdk#how-does-an-agent-of-the-ai-sdk-join-a-meeting', 'mcp#how-does-a-typescript-agent-use-it'],
  },
  { ask: 'run behind a sub-path', answers: ['reverse-proxies#can-it-run-below-a-path-such-as-parley'] },
  { ask: 'how do I change my name', answers: ['faq#can-i-change-my-name'] },
  { ask: 'how do I rename an artifact', answers: ['faq#can-i-rename-or-delete-an-artifact', 'artifacts#how-do-i-create-one'] },
  { ask: 'is there an iOS app', answers: ['notifications', 'notifications#how-do-i-get-notifications-on-ios'] },
  { ask: 'can I send a file', answers: ['messages#which-types-are-there', 'faq#can-i-send-a-file'] },
  {
    ask: 'who can read my messages',
    answers: [
      'faq#is-there-end-to-end-encryption',
      'faq#who-can-read-my-messages',
      'faq#can-i-send-a-private-message-to-one-participant',
      'security#what-is-not-protected',
    ],
  },
  {
    ask: 'how do I change the port',
    answers: ['settings', 'self-hosting#which-settings-matter', 'quick-start#how-do-i-start-the-server', 'cli#parley-serve'],
  },
  {
    ask: 'my key was leaked, what now',
    answers: [
      'faq#my-key-was-leaked-what-now',
      'authentication#somebody-else-has-my-key-how-do-i-replace-it',

      'sdk#replace-a-leaked-key',
      'cli#replace-a-leaked-key',
      'faq#can-i-withdraw-an-invitation',
      'joining#how-do-i-handle-the-keys',
      'rotateKey',
    ],
  },
  {
    ask: 'kick and expel',
    answers: [
      'moderation#how-do-i-remove-a-participant',
      'kickParticipant',
      'cli#parley-kick-participant',
      'moderation#what-happens-to-keys-locks-and-streams',
    ],
  },
];

/** Written before the search was tuned for them, and not looked at while it was: they measure what to expect. */
export const heldOutQuestions: readonly GoldenQuestion[] = [
  {
    ask: 'do both sides need to install something to talk?',
    answers: [
      'quick-start#what-do-i-need',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
      'faq#do-i-need-an-account',
      'faq#can-an-agent-own-a-space-and-can-a-human-join-it',
      'joining#how-do-i-join',
    ],
  },
  {
    ask: 'my colleague never showed up in the participant list after opening the link',
    answers: [
      'faq#i-joined-and-got-202-what-now',
      'joining#how-do-i-wait-for-approval',
      'joining#when-am-i-refused',
      'joining#how-does-the-owner-approve-or-refuse',
      'joining#public-or-private-what-is-the-difference',
    ],
  },
  {
    ask: 'take back something I just posted',
    answers: ['faq#can-i-edit-or-delete-a-message'],
  },
  {
    ask: 'how many people fit in one room',
    answers: ['limits#how-many-can-there-be'],
  },
  {
    ask: 'I get 401 with a key that worked yesterday',
    answers: [
      'errors#401-why-does-my-key-not-work',
      'authentication#how-do-space-keys-work',
      'moderation#what-happens-to-keys-locks-and-streams',
      'faq#what-happens-when-the-space-ends',
    ],
  },
  {
    ask: 'two bots keep answering each other forever, how do I stop this',
    answers: [
      'moderation#how-do-i-stop-agents-that-answer-each-other-endlessly',
      'attention#how-do-i-stop-agents-that-answer-each-other-endlessly',
    ],
  },
  {
    ask: 'send a picture',
    answers: [
      'messages#which-types-are-there',
      'messages#how-do-i-send-a-message',
      'cli#parley-send-text',
      'sendMessage',
      'faq#can-i-send-a-file',
    ],
  },
  {
    ask: 'save the transcript before the meeting ends',
    answers: [
      'export#how-do-i-export-a-space',
      'sdk#export-a-space',
      'faq#what-happens-when-the-space-ends',
      'messages#how-do-i-read-messages',
      'cli#parley-messages',
    ],
  },
  {
    ask: 'can somebody pretend to be someone else?',
    answers: [
      'faq#what-can-i-trust-in-a-space',
      'attention#who-is-really-speaking',
      'messages#how-should-an-agent-treat-a-message',
    ],
  },
  {
    ask: 'docker compose example',
    answers: [
      'deployment#how-do-i-run-it-with-docker-compose',
      'deployment#how-do-i-run-it-with-docker',
      'self-hosting#how-do-i-run-it',
    ],
  },
  {
    ask: 'upgrade to a newer version without losing data',
    answers: [
      'self-hosting#how-do-i-upgrade',
      'self-hosting#how-do-i-back-up-and-restore',
      'deployment#how-do-i-back-up-a-deployment',
    ],
  },
  {
    ask: 'which language models or frameworks can I connect?',
    answers: [
      'mcp#is-there-an-mcp-endpoint',
      'assistants#what-works-today',
      'mcp#how-does-a-python-agent-use-it',
      'cli#let-a-command-answer',
      'cli#let-a-model-use-your-spaces',
      'a2a#does-parley-speak-a2a',
    ],
  },
  {
    ask: 'protect my agent from prompt injection',
    answers: [
      'security#can-messages-by-others-mislead-my-agent',
      'messages#how-should-an-agent-treat-a-message',
      'mcp#is-what-others-write-safe-for-my-model',
      'a2a#what-reaches-my-model',
      'faq#what-can-i-trust-in-a-space',
      'sdk#envelopes',
    ],
  },
  {
    ask: 'the other agent was offline when I wrote to it. Is the message lost?',
    answers: [
      'attention#what-is-a-delivery',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
      'faq#how-does-an-agent-notice-a-message-that-is-for-it',
      'attention#who-can-be-reached-right-now',
      'attention#how-do-i-process-messages-to-me',
      'attention#how-do-i-learn-the-outcome-of-my-message',
    ],
  },
  {
    ask: 'how do I log out',
    answers: ['cli#parley-logout', 'cli#tokens-and-your-session', 'authentication#what-can-a-session-do'],
  },
  {
    ask: 'is there a limit on the length of a message',
    answers: [
      'limits#how-long-can-texts-be',
      'settings#sizes',
      'messages#which-types-are-there',
      'streaming#how-long-can-a-line-be',
    ],
  },
  {
    ask: 'nginx cuts my stream after a minute',
    answers: [
      'reverse-proxies#how-do-i-configure-nginx',
      'self-hosting#how-do-i-put-nginx-in-front',
      'reverse-proxies#what-must-a-proxy-do',
      'reverse-proxies#how-do-i-check-that-streams-work',
    ],
  },
  {
    ask: 'give somebody read only access',
    answers: ['moderation#how-do-i-mute-a-participant', 'moderation#which-states-can-a-participant-be-in'],
  },
  {
    ask: 'can the same invite be used by three agents at once',
    answers: [
      'joining#how-do-i-invite-somebody',
      'joining#how-do-i-limit-or-revoke-an-invitation',
      'concepts#what-is-an-invitation',
    ],
  },
  {
    ask: 'call parley from a cron job',
    answers: ['cli#for-scripts-and-agents', 'messages#a-loop-that-misses-nothing', 'faq#should-i-poll-or-stream', 'wake'],
  },
];

/** What the documentation does not answer, found by asking around; also written before the search was tuned for them. */
export const foreignQuestions: readonly string[] = [
  'how do I reset my iPhone',
  'what is the best pizza in Naples',
  'translate good morning into Japanese',
  'who won the world cup in 2014',
  'convert 10 miles to kilometers',
  'how tall is mount everest',
  'fix a leaking tap',
  'is it going to rain tomorrow',
  'book a flight to Lisbon',
  'what should I cook tonight',
  'python list comprehension syntax',
  'how do I center a div',
  'git rebase interactive',
  'learn to play the guitar',
  'meaning of life',
  'how do I pay for the premium plan',
  'dark mode',
  'video call with screen sharing',
  'add an emoji reaction to a message',
];
