import type { Question } from './questions.fixture.ts';

/** Written from the README alone, before the documentation was read, by a helper session that never saw the search; looked at once. */
export const unseen: readonly Question[] = [
  { ask: 'What is Parley for, in one paragraph?', answers: ['quick-start', 'concepts#what-is-a-space'] },
  {
    ask: "What's the fastest way to get two agents talking to each other?",
    answers: [
      'quick-start',
      'quick-start#how-does-a-second-party-join',
      'quick-start#how-do-they-talk',
      'sdk',
      'cli#a-meeting-in-five-minutes',
      'a2a#how-do-two-a2a-agents-meet',
    ],
  },
  {
    ask: 'How does my LLM agent learn what calls it can make once it gets the agent link?',
    answers: [
      'mcp#how-does-an-assistant-join-a-meeting',
      'mcp#is-there-an-mcp-endpoint',
      'joining#how-do-i-invite-somebody',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
    ],
  },
  {
    ask: 'invite multiple people with one link',
    answers: ['joining#how-do-i-invite-somebody', 'concepts#what-is-an-invitation', 'sdk#create-and-invite', 'cli#parley-invite'],
  },
  {
    ask: 'How long does an invitation stay valid?',
    answers: ['limits#how-long-do-things-live', 'joining#how-do-i-invite-somebody', 'faq#can-i-withdraw-an-invitation'],
  },
  {
    ask: 'Can I cancel an invitation I have already handed out?',
    answers: ['faq#can-i-withdraw-an-invitation', 'joining#how-do-i-invite-somebody', 'moderation#how-do-i-remove-somebody'],
  },
  {
    ask: 'Difference between humanLink and agentLink',
    answers: [
      'joining#how-do-i-invite-somebody',
      'quick-start#how-does-a-second-party-join',
      'concepts#what-is-an-invitation',
      'sdk#create-and-invite',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
    ],
  },
  {
    ask: 'Can I limit an invitation so it can be used only once?',
    answers: [
      'joining#how-do-i-limit-or-revoke-an-invitation',
      'joining#how-do-i-invite-somebody',
      'concepts#what-is-an-invitation',
      'sdk#create-and-invite',
      'cli#parley-invite',
    ],
  },
  {
    ask: 'Do I have to install something to take part as a human?',
    answers: [
      'faq#can-an-agent-own-a-space-and-can-a-human-join-it',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
      'joining#how-do-i-join',
    ],
  },
  {
    ask: 'I lost the owner key of my space, can I get it back?',
    answers: [
      'faq#i-lost-my-key-can-i-get-it-back',
      'authentication#i-lost-a-space-key-can-i-get-it-back',
      'getMySpaceKey',
      'sdk#link-and-account',
      'cli#parley-space-recover-id',
    ],
  },
  {
    ask: "How do I read only the messages I haven't seen yet?",
    answers: [
      'messages#how-do-i-ask-only-for-what-is-new',
      'messages#how-do-i-read-messages',
      'messages#a-loop-that-misses-nothing',
      'listMessages',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
      'concepts#what-is-a-cursor',
      'sdk#messages',
      'cli#parley-messages',
      'cli#for-scripts-and-agents',
    ],
  },
  {
    ask: 'Can I wait for new messages without hammering the server, like long polling?',
    answers: [
      'messages#how-often-should-i-poll',
      'faq#should-i-poll-or-stream',
      'messages#how-do-i-ask-only-for-what-is-new',
      'messages#a-loop-that-misses-nothing',
      'listMessages',
      'sdk#messages',
      'cli#parley-messages',
    ],
  },
  {
    ask: 'Can messages be edited or deleted after sending?',
    answers: ['faq#can-i-edit-or-delete-a-message', 'messages#how-do-i-send-a-message', 'concepts#what-is-a-message'],
  },
  {
    ask: 'How long can a message be?',
    answers: ['limits#how-long-may-texts-be', 'messages#which-types-are-there', 'settings#sizes'],
  },
  { ask: 'markdown in messages', answers: ['messages#which-types-are-there'] },
  {
    ask: "My agent crashed after posting and I don't know whether the message went through. How do I retry without posting it twice?",
    answers: [
      'faq#how-do-i-send-a-message-only-once-if-the-network-fails',
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'errors#how-do-i-retry-well',
      'messages#how-do-i-send-a-message',
      'sdk#retries',
      'concepts#what-can-i-rely-on',
    ],
  },
  {
    ask: 'How long does the server remember an Idempotency-Key?',
    answers: [
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'limits#how-long-do-things-live',
      'self-hosting#how-long-is-data-kept',
      'settings',
      'sdk#retries',
    ],
  },
  {
    ask: 'what happens if I use the same idempotency key with a different body',
    answers: [
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'errors#409-410-422-what-is-in-conflict',
      'errors#what-do-the-statuses-mean',
      'sdk#errors',
    ],
  },
  {
    ask: 'How do I open the event stream?',
    answers: [
      'streaming#how-do-i-open-a-stream',
      'streamMessages',
      'streaming#how-does-it-work-in-a-browser',
      'sdk#events',
      'quick-start#how-do-they-talk',
      'rest#messages',
      'cli#parley-watch',
    ],
  },
  {
    ask: 'What kinds of events come through the stream?',
    answers: ['streaming#which-events-are-there', 'streamMessages', 'sdk#events', 'concepts#what-is-an-event'],
  },
  { ask: 'nginx buffers my event stream and messages arrive in bursts', answers: ['self-hosting#how-do-i-put-nginx-in-front'] },
  {
    ask: 'Last-Event-ID',
    answers: [
      'streaming#how-do-i-resume-after-a-lost-connection',
      'streaming#where-does-a-stream-begin',
      'streamMessages',
      'concepts#what-is-a-cursor',
    ],
  },
  {
    ask: 'Stream closes by itself after some time, is that normal?',
    answers: ['streaming#when-does-a-stream-end', 'streaming#how-do-i-know-that-a-quiet-stream-is-alive'],
  },
  { ask: 'what is the context event', answers: ['streaming#which-events-are-there', 'sdk#events'] },
  {
    ask: 'How do I create a shared document?',
    answers: [
      'artifacts#how-do-i-create-one',
      'createArtifact',
      'quick-start#how-do-they-write-a-document-together',
      'rest#artifacts',
      'sdk#artifacts',
      'cli#parley-artifact-create-name',
      'cli#a-meeting-in-five-minutes',
    ],
  },
  {
    ask: 'How do I take the lock on a document before editing?',
    answers: [
      'artifacts#how-do-i-edit-an-artifact',
      'lockArtifact',
      'quick-start#how-do-they-write-a-document-together',
      'rest#artifacts',
      'sdk#artifacts',
      'cli#parley-artifact-lock-artifact',
    ],
  },
  {
    ask: 'How long does a lock last before it expires?',
    answers: [
      'artifacts#how-long-does-a-lock-last',
      'limits#how-long-do-things-live',
      'concepts#what-is-a-lock',
      'settings',
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
      'faq#why-is-my-write-to-an-artifact-refused-with-423',
      'cli#when-the-lock-is-lost',
      'cli#parley-artifact-lock-artifact',
    ],
  },
  {
    ask: 'Someone holds the lock and went away, how do I get the document unlocked?',
    answers: [
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
      'artifacts#how-does-the-owner-take-a-lock-away',
      'moderation#how-do-i-take-a-lock-away',
      'artifacts#somebody-else-holds-the-lock-what-now',
      'artifacts#when-else-does-a-lock-end',
      'concepts#what-is-a-lock',
      'unlockArtifact',
      'cli#parley-artifact-unlock-artifact',
    ],
  },
  {
    ask: "How do I extend my lock while I'm still writing?",
    answers: [
      'artifacts#how-long-does-a-lock-last',
      'heartbeatArtifactLock',
      'sdk#artifacts',
      'cli#when-the-lock-is-lost',
      'cli#parley-artifact-lock-artifact',
    ],
  },
  {
    ask: 'I get an error saying the artifact is locked when I PATCH it',
    answers: [
      'faq#why-is-my-write-to-an-artifact-refused-with-423',
      'artifacts#somebody-else-holds-the-lock-what-now',
      'artifacts#my-write-was-refused-though-i-had-the-lock',
      'errors#423-who-has-the-lock',
      'errors#what-do-the-statuses-mean',
    ],
  },
  {
    ask: 'Can I see older versions of a document and who changed what?',
    answers: ['faq#are-old-versions-of-an-artifact-kept', 'concepts#what-is-an-artifact', 'artifacts#how-do-i-edit-an-artifact'],
  },
  {
    ask: 'How do I restore a previous version of an artifact?',
    answers: ['faq#are-old-versions-of-an-artifact-kept', 'concepts#what-is-an-artifact', 'artifacts#how-do-i-edit-an-artifact'],
  },
  {
    ask: 'Which types of artifacts are supported, only markdown or JSON and code as well?',
    answers: ['artifacts#how-do-i-create-one', 'artifacts', 'concepts#what-is-an-artifact'],
  },
  {
    ask: 'max size of an artifact',
    answers: [
      'limits#how-long-may-texts-be',
      'settings#sizes',
      'artifacts#which-answers-can-i-get',
      'createArtifact',
      'writeArtifact',
    ],
  },
  {
    ask: 'Can two agents edit different documents in the same space at the same time?',
    answers: ['concepts#what-is-a-lock', 'artifacts'],
  },
  { ask: 'Delete an artifact', answers: ['artifacts#how-do-i-create-one'] },
  {
    ask: 'Can a kicked participant come back with the same invitation?',
    answers: [
      'moderation#how-do-i-remove-somebody',
      'joining#when-am-i-refused',
      'moderation#which-states-can-a-participant-be-in',
    ],
  },
  {
    ask: 'How can I mute a participant without removing them?',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'muteParticipant',
      'cli#parley-mute-participant',
      'sdk#moderation',
      'rest#invitations-and-participants',
    ],
  },
  {
    ask: 'Can I make somebody else an owner or co-moderator?',
    answers: ['moderation#can-the-owner-be-moderated', 'concepts#who-is-the-owner-who-is-a-participant'],
  },
  { ask: 'How do I hand over the space to another person and leave?', answers: ['moderation#can-the-owner-be-moderated'] },
  {
    ask: 'Can I make someone read-only, so they can watch but not write?',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'muteParticipant',
      'cli#parley-mute-participant',
      'sdk#moderation',
      'moderation#which-states-can-a-participant-be-in',
    ],
  },
  {
    ask: 'How do I close a meeting when we are done?',
    answers: [
      'quick-start#how-do-i-end-the-meeting',
      'moderation#how-do-i-change-or-close-a-space',
      'closeSpace',
      'cli#parley-space-close',
      'sdk#moderation',
      'rest#spaces-create-see-change-close',
    ],
  },
  {
    ask: 'How do I delete a space with everything in it for good?',
    answers: [
      'moderation#how-do-i-change-or-close-a-space',
      'moderation#what-happens-when-a-space-expires',
      'self-hosting#how-long-is-data-kept',
      'faq#what-happens-when-the-space-ends',
    ],
  },
  {
    ask: 'Can I reopen a closed space?',
    answers: [
      'quick-start#how-do-i-end-the-meeting',
      'moderation#how-do-i-change-or-close-a-space',
      'concepts#what-is-a-space',
      'closeSpace',
      'cli#parley-space-close',
      'sdk#moderation',
    ],
  },
  {
    ask: 'Can I approve people before they get in, like a waiting room?',
    answers: [
      'joining#public-or-private-what-is-the-difference',
      'joining#how-does-the-owner-approve-or-refuse',
      'moderation#how-do-i-approve-or-refuse-somebody',
      'concepts#what-is-a-space',
      'sdk#create-and-invite',
      'sdk#moderation',
      'cli#parley-space-create-name',
      'cli#parley-approve-participant',
      'cli#a-meeting-in-five-minutes',
      'approveParticipant',
    ],
  },
  {
    ask: 'Which kinds of keys exist and what is each one allowed to do?',
    answers: ['authentication#which-credentials-are-there', 'concepts#what-are-keys'],
  },
  {
    ask: 'Are the keys stored in plain text in the database?',
    answers: ['authentication#how-do-space-keys-work', 'self-hosting#how-do-i-back-up-and-restore'],
  },
  {
    ask: 'How do others know that an agent really belongs to who it claims to be?',
    answers: ['faq#what-may-i-trust-in-a-space', 'concepts#who-is-the-owner-who-is-a-participant'],
  },
  {
    ask: 'How can I connect several spaces to one account so that I see all of them in one place?',
    answers: [
      'authentication#what-does-a-user-token-change',
      'authentication#what-can-a-session-do',
      'sdk#link-and-account',
      'concepts#what-are-keys',
      'cli#parley-login',
    ],
  },
  { ask: 'How do I log in to the dashboard?', answers: ['authentication#how-does-a-human-sign-in'] },
  {
    ask: 'link my anonymous participant to my account',
    answers: [
      'authentication#what-does-a-user-token-change',
      'authentication#how-does-an-agent-get-a-user-token',
      'joining#how-do-i-join',
      'sdk#link-and-account',
      'rest#which-headers-do-i-send',
      'cli#parley-login',
    ],
  },
  { ask: 'Can two participants have the same name?', answers: ['joining#how-do-i-join'] },
  {
    ask: 'Can I take part in a meeting without showing who I am?',
    answers: ['concepts#who-is-the-owner-who-is-a-participant', 'faq#do-i-need-an-account'],
  },
  {
    ask: 'Do agents look different from humans in the participant list?',
    answers: ['concepts#who-is-the-owner-who-is-a-participant', 'faq#can-an-agent-own-a-space-and-can-a-human-join-it'],
  },
  {
    ask: 'Which call lists the participants of a space?',
    answers: ['getSpace', 'concepts#what-is-the-context-bundle', 'moderation', 'cli#parley-participants'],
  },
  {
    ask: '401 although I am sending the key',
    answers: ['errors#401-why-does-my-key-not-work', 'errors#what-do-the-statuses-mean', 'authentication#how-do-space-keys-work'],
  },
  {
    ask: 'What does a 403 mean here?',
    answers: [
      'errors#403-what-does-muted-mean',
      'errors#what-do-the-statuses-mean',
      'artifacts#which-answers-can-i-get',
      'moderation#which-states-can-a-participant-be-in',
      'sdk#errors',
    ],
  },
  {
    ask: 'I get 404 for a space that I know exists',
    answers: [
      'errors#404-and-405-what-is-missing',
      'moderation#what-happens-when-a-space-expires',
      'limits#how-long-do-things-live',
    ],
  },
  { ask: '409 conflict', answers: ['errors#409-410-422-what-is-in-conflict', 'errors#what-do-the-statuses-mean', 'sdk#errors'] },
  {
    ask: 'What does 410 Gone mean in a response?',
    answers: [
      'errors#409-410-422-what-is-in-conflict',
      'errors#what-do-the-statuses-mean',
      'authentication#how-does-an-agent-get-a-user-token',
      'sdk#errors',
    ],
  },
  {
    ask: '429 too many requests, how long should I wait?',
    answers: [
      'errors#429-500-503-when-do-i-try-again',
      'rest#how-many-requests-may-i-send',
      'faq#what-is-the-limit-on-requests',
      'limits#what-is-the-rate-limit',
      'errors#what-do-the-statuses-mean',
      'errors#how-do-i-retry-well',
      'sdk#retries',
    ],
  },
  {
    ask: 'What does an error response look like, is there a machine-readable code?',
    answers: ['errors#what-does-an-error-look-like', 'rest#what-do-errors-look-like', 'errors'],
  },
  {
    ask: 'Is history kept forever or do old messages get deleted after a while?',
    answers: [
      'self-hosting#how-long-is-data-kept',
      'limits#how-long-do-things-live',
      'moderation#what-happens-when-a-space-expires',
      'faq#what-happens-when-the-space-ends',
      'settings',
    ],
  },
  { ask: 'Can I use tRPC instead of REST?', answers: ['rest#does-it-speak-trpc', 'trpc', 'mcp#is-there-an-mcp-endpoint'] },
  {
    ask: 'CORS: may I call the API directly from my web page on another domain?',
    answers: ['rest#can-a-web-page-call-it', 'faq#how-do-i-call-it-from-a-web-page', 'sdk#runtimes'],
  },
  { ask: 'In what format are timestamps?', answers: ['rest#what-do-ids-timestamps-and-answers-look-like'] },
  {
    ask: 'Will the API stay compatible, or can fields change without notice?',
    answers: ['rest#how-do-versions-and-deprecations-work'],
  },
  {
    ask: 'Is there an MCP server so that Claude or Cursor can join a meeting?',
    answers: [
      'mcp#is-there-an-mcp-endpoint',
      'mcp#how-does-an-assistant-join-a-meeting',
      'mcp#can-tools-be-made-from-the-openapi-document',
    ],
  },
  { ask: 'webhook when a new message arrives', answers: ['faq#should-i-poll-or-stream', 'streaming#how-do-i-open-a-stream'] },
  {
    ask: 'How do I run my own server?',
    answers: ['self-hosting#how-do-i-run-it', 'quick-start#how-do-i-start-the-server', 'cli#parley-serve'],
  },
  {
    ask: 'How do I switch to PostgreSQL?',
    answers: ['self-hosting#embedded-database-or-postgresql', 'settings', 'self-hosting#which-settings-matter'],
  },
  { ask: 'How do I change the port?', answers: ['quick-start#how-do-i-start-the-server', 'settings', 'cli#parley-serve'] },
  {
    ask: 'How do I put it behind a reverse proxy with HTTPS? All clients show up with the same IP address and get rate limited together.',
    answers: ['self-hosting#how-do-i-put-nginx-in-front', 'self-hosting#which-settings-matter'],
  },
  { ask: 'Where are the logs and how do I make them more verbose?', answers: ['settings'] },
  { ask: 'How do I edit a document with the SDK without dealing with locks myself?', answers: ['sdk#artifacts', 'sdk#artifact'] },
  { ask: 'Does the SDK reconnect on its own when the network goes away?', answers: ['sdk#events', 'sdk#retries'] },
  { ask: 'How do I catch errors in the SDK and tell a locked document from a lost key?', answers: ['sdk#errors'] },
  {
    ask: 'Where does the CLI keep my keys, and how do I use two identities on the same machine?',
    answers: ['cli#where-keys-are'],
  },
  {
    ask: 'I want a shell script in CI that posts the build result into our space and fails if it could not be posted; can the command do this non-interactively with JSON output?',
    answers: ['cli#for-scripts-and-agents'],
  },
];

export const foreign: readonly string[] = [
  'How do I center a div with CSS?',
  'What will the weather be like in Hamburg tomorrow?',
  'How do I add a bot to a Slack channel?',
  'Difference between a list and a tuple in Python',
  'How do I undo my last git commit without losing the changes?',
  'Which temperature should I set for a GPT model when writing fiction?',
  'record a Zoom call on a Mac',
  'How long do I have to boil an egg?',
  'How do I resize a partition on Ubuntu?',
  'What is the capital of Mongolia?',
  'kubectl pod stuck in CrashLoopBackOff',
  'How do I train a LoRA on my own pictures?',
];
