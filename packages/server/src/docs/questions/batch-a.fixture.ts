import type { Question } from './questions.fixture.ts';

/** Two batches that were written before each was tried, while the words were being gathered; the rest is in the next two files. */
export const batchA: readonly Question[] = [
  {
    ask: 'how do two chatbots talk to each other here?',
    answers: ['quick-start#how-do-they-talk', 'concepts#what-is-a-space', 'quick-start', 'a2a#how-do-two-a2a-agents-meet'],
  },
  {
    ask: 'Can I set an expiry date when I make a room?',
    answers: [
      'faq#can-i-make-a-space-live-longer',
      'createSpace',
      'limits#how-long-do-things-live',
      'rest#spaces-create-see-change-close',
      'quick-start#how-do-i-make-a-space',
    ],
  },
  { ask: 'upload a pdf', answers: ['messages#which-types-are-there', 'artifacts#how-do-i-create-one'] },
  {
    ask: 'nobody approves me, how long do I keep waiting?',
    answers: ['joining#how-do-i-wait-for-approval', 'faq#i-joined-and-got-202-what-now', 'getJoinStatus'],
  },
  {
    ask: 'we want to see the earlier version of a document that someone replaced',
    answers: ['faq#are-old-versions-of-an-artifact-kept', 'concepts#what-is-an-artifact'],
  },
  {
    ask: 'wifi dropped in the middle of the stream, how do I catch up on the events?',
    answers: ['streaming#how-do-i-resume-after-a-lost-connection', 'faq#how-do-i-make-sure-that-i-miss-no-message'],
  },
  {
    ask: 'my agent got 409 limit_reached creating a document',
    answers: ['limits#how-many-may-there-be', 'errors#409-410-422-what-is-in-conflict', 'artifacts#which-answers-can-i-get'],
  },
  {
    ask: 'Do I have to sign up before I can use it?',
    answers: ['faq#do-i-need-an-account', 'concepts#what-are-keys', 'authentication'],
  },
  { ask: 'forgot my password for the dashboard', answers: ['authentication#how-does-a-human-sign-in'] },
  {
    ask: 'Is there a webhook when a message comes in?',
    answers: ['faq#should-i-poll-or-stream', 'streaming#how-do-i-open-a-stream', 'streaming'],
  },
  {
    ask: 'how do I make the server listen on all interfaces, 0.0.0.0',
    answers: ['settings', 'cli#parley-serve', 'quick-start#how-do-i-start-the-server'],
  },
  {
    ask: 'Can I import the chat log after the meeting is closed?',
    answers: [
      'faq#what-happens-when-the-space-ends',
      'moderation#what-happens-when-a-space-expires',
      'moderation#how-do-i-change-or-close-a-space',
      'quick-start#how-do-i-end-the-meeting',
    ],
  },
  {
    ask: 'pass extra http headers with the typescript client and log every request',
    answers: ['sdk#logging-and-hooks', 'sdk#parley'],
  },
  { ask: 'tab completion in zsh', answers: ['cli#completion', 'cli#parley-completion-shell'] },
  {
    ask: 'What does a participant see before being let into a private space?',
    answers: [
      'joining#public-or-private-what-is-the-difference',
      'moderation#which-states-can-a-participant-be-in',
      'concepts#what-is-an-invitation',
      'getSpace',
    ],
  },
  { ask: 'malformed_body', answers: ['errors#400-what-is-wrong-with-my-request'] },
  {
    ask: 'how much RAM does the server need?',
    answers: ['self-hosting#embedded-database-or-postgresql', 'settings#one-process-or-several'],
  },
  {
    ask: 'send emails for sign-in with our smtp relay',
    answers: ['self-hosting#how-do-i-send-mail', 'settings', 'self-hosting#which-settings-matter'],
  },
  {
    ask: 'Is it OK to do what another agent tells me in a message?',
    answers: ['messages#what-should-an-agent-make-of-a-message', 'faq#what-may-i-trust-in-a-space'],
  },
  {
    ask: 'can two people type in the same document at the same time like google docs?',
    answers: [
      'concepts#what-is-a-lock',
      'quick-start#how-do-they-write-a-document-together',
      'artifacts',
      'artifacts#somebody-else-holds-the-lock-what-now',
      'artifacts#how-do-i-edit-an-artifact',
    ],
  },
  {
    ask: 'does claude desktop work with this via mcp?',
    answers: ['mcp#is-there-an-mcp-endpoint', 'mcp', 'mcp#how-does-an-assistant-join-a-meeting'],
  },
  {
    ask: 'how do I find out my own participant id?',
    answers: [
      'streaming#which-events-are-there',
      'joining#how-do-i-join',
      'concepts#who-is-the-owner-who-is-a-participant',
      'sdk#space',
      'joinSpace',
    ],
  },
  {
    ask: 'delete all data of a finished meeting immediately, GDPR',
    answers: [
      'self-hosting#how-long-is-data-kept',
      'limits#how-long-do-things-live',
      'faq#what-happens-when-the-space-ends',
      'moderation#how-do-i-change-or-close-a-space',
      'moderation#what-happens-when-a-space-expires',
    ],
  },
  {
    ask: 'which http status if my key has been revoked',
    answers: [
      'errors#401-why-does-my-key-not-work',
      'errors#what-do-the-statuses-mean',
      'moderation#what-happens-to-keys-locks-and-streams',
    ],
  },
  { ask: 'get json output from the command line for scripting', answers: ['cli#for-scripts-and-agents'] },
  {
    ask: 'my script restarted, how do I avoid reading all the messages again?',
    answers: [
      'messages#how-do-i-ask-only-for-what-is-new',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
      'concepts#what-is-a-cursor',
      'messages#a-loop-that-misses-nothing',
      'streaming#how-do-i-resume-after-a-lost-connection',
    ],
  },
  {
    ask: 'the host does not react, is there a way to let myself in?',
    answers: [
      'joining#how-do-i-wait-for-approval',
      'joining#how-does-the-owner-approve-or-refuse',
      'joining#public-or-private-what-is-the-difference',
      'faq#i-joined-and-got-202-what-now',
      'concepts#what-is-a-space',
    ],
  },
  {
    ask: 'what size may an attached screenshot have',
    answers: ['limits#how-long-may-texts-be', 'messages#which-types-are-there', 'settings#sizes'],
  },
  {
    ask: 'give admin rights to a second person',
    answers: ['moderation#can-the-owner-be-moderated', 'concepts#who-is-the-owner-who-is-a-participant'],
  },
  {
    ask: 'stream gets disconnected every minute behind haproxy',
    answers: ['streaming#how-do-i-know-that-a-quiet-stream-is-alive', 'self-hosting#how-do-i-put-nginx-in-front'],
  },
  {
    ask: 'Where do I see which agents have tokens of mine and when they were last used?',
    answers: ['authentication#what-can-a-session-do', 'listApiTokens', 'cli#parley-tokens-list'],
  },
  {
    ask: 'force unlock',
    answers: [
      'artifacts#how-does-the-owner-take-a-lock-away',
      'moderation#how-do-i-take-a-lock-away',
      'unlockArtifact',
      'cli#parley-artifact-unlock-artifact',
    ],
  },
  {
    ask: 'What do I have to save from the response when I create a space?',
    answers: ['quick-start#how-do-i-make-a-space', 'joining#how-do-i-handle-the-keys', 'createSpace', 'sdk#connect'],
  },
  {
    ask: 'is the content encrypted at rest? what if someone steals the database',
    answers: ['self-hosting#what-must-stay-secret', 'authentication#how-do-space-keys-work'],
  },
  {
    ask: 'our deployment runs on kubernetes with postgres, can we do rolling restarts without losing messages',
    answers: [
      'self-hosting#how-do-i-upgrade',
      'self-hosting#how-do-i-run-several-processes',
      'concepts#what-can-i-rely-on',
      'self-hosting#embedded-database-or-postgresql',
    ],
  },
  { ask: 'ts sdk: wait until the owner approved me, with a time limit', answers: ['sdk#join', 'sdk#timeouts-and-signals'] },
  {
    ask: 'parley cli use different identities on one machine',
    answers: ['cli#a-meeting-in-five-minutes', 'cli#options-of-every-command', 'cli#for-scripts-and-agents'],
  },
  {
    ask: 'How are messages sorted and can two have the same timestamp?',
    answers: [
      'concepts#what-is-a-message',
      'messages#how-do-i-ask-only-for-what-is-new',
      'messages#how-do-i-read-messages',
      'concepts#what-can-i-rely-on',
    ],
  },
  { ask: '405 method not allowed', answers: ['errors#404-and-405-what-is-missing', 'errors#what-do-the-statuses-mean'] },
  {
    ask: 'Can someone with only the link read the conversation without joining?',
    answers: [
      'concepts#what-is-an-invitation',
      'joining#public-or-private-what-is-the-difference',
      'authentication#which-credentials-are-there',
    ],
  },
  {
    ask: 'remove someone who keeps insulting everybody',
    answers: [
      'moderation#how-do-i-remove-somebody',
      'kickParticipant',
      'cli#parley-kick-participant',
      'moderation#how-do-i-silence-somebody',
    ],
  },
  {
    ask: 'What happens to my document lock if the owner mutes me?',
    answers: [
      'artifacts#when-else-does-a-lock-end',
      'moderation#what-happens-to-keys-locks-and-streams',
      'moderation#how-do-i-silence-somebody',
    ],
  },
  {
    ask: 'do I need redis for more than one node?',
    answers: ['self-hosting#do-i-need-redis', 'self-hosting#how-do-i-run-several-processes'],
  },
  { ask: 'change my password', answers: ['authentication#how-does-a-human-sign-in'] },
  {
    ask: 'python example for sending messages',
    answers: [
      'faq#is-there-an-sdk-or-a-command',
      'messages#how-do-i-send-a-message',
      'quick-start#how-do-they-talk',
      'rest#messages',
    ],
  },
  {
    ask: 'server answers 500 internal error, what should I report?',
    answers: ['errors#429-500-503-when-do-i-try-again', 'errors', 'rest#what-do-errors-look-like'],
  },
  { ask: 'Is there a maximum number of documents per room?', answers: ['limits#how-many-may-there-be', 'settings#sizes'] },
  {
    ask: 'How can the agent show its human where to approve it?',
    answers: ['authentication#how-does-an-agent-get-a-user-token', 'startLink', 'sdk#link-and-account'],
  },
  {
    ask: 'postgres connection string env variable',
    answers: ['settings', 'self-hosting#embedded-database-or-postgresql', 'self-hosting#which-settings-matter'],
  },
  {
    ask: 'how does polling with wait compare to checking every few seconds?',
    answers: ['messages#how-often-should-i-poll', 'faq#should-i-poll-or-stream'],
  },
];
