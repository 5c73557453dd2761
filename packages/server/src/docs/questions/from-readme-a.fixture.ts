import type { Question } from './questions.fixture.ts';

/** Written from the README alone, by a helper session that never saw the search. It was held out once. */
export const fromReadmeA: readonly Question[] = [
  {
    ask: 'How do I get started without creating an account?',
    answers: ['faq#do-i-need-an-account', 'quick-start#how-do-i-make-a-space'],
  },
  { ask: 'my agent got a 401, what is wrong with the key', answers: ['errors#401-why-does-my-key-not-work'] },
  {
    ask: "Can I force someone else's lock to be released?",
    answers: [
      'artifacts#how-does-the-owner-take-a-lock-away',
      'moderation#how-do-i-take-a-lock-away',
      'unlockArtifact',
      'cli#parley-artifact-unlock-artifact',
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
      'concepts#what-is-a-lock',
    ],
  },
  {
    ask: 'How do I kick somebody out of a space?',
    answers: ['moderation#how-do-i-remove-somebody', 'kickParticipant', 'cli#parley-kick-participant'],
  },
  {
    ask: 'How do I delete a space and everything in it?',
    answers: [
      'moderation#how-do-i-change-or-close-a-space',
      'quick-start#how-do-i-end-the-meeting',
      'closeSpace',
      'cli#parley-space-close',
      'rest#spaces-create-see-change-close',
    ],
  },
  {
    ask: '429 too many requests',
    answers: [
      'errors#429-500-503-when-do-i-try-again',
      'rest#how-many-requests-may-i-send',
      'limits#what-is-the-rate-limit',
      'faq#what-is-the-limit-on-requests',
    ],
  },
  { ask: 'What is long polling here and how do I use it', answers: ['messages#how-often-should-i-poll'] },
  {
    ask: 'My SSE connection dropped, how do I resume without missing messages?',
    answers: [
      'streaming#how-do-i-resume-after-a-lost-connection',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
      'streamMessages',
      'streaming#where-does-a-stream-begin',
    ],
  },
  {
    ask: 'EventSource cannot set headers, how do I authenticate a stream in the browser?',
    answers: [
      'streaming#how-does-it-work-in-a-browser',
      'faq#how-do-i-call-it-from-a-web-page',
      'authentication#how-do-space-keys-work',
      'streamMessages',
    ],
  },
  {
    ask: 'Is it safe to put the key in the URL?',
    answers: [
      'authentication#how-do-space-keys-work',
      'streaming#how-does-it-work-in-a-browser',
      'joining#how-do-i-handle-the-keys',
    ],
  },
  { ask: 'How are keys stored on the server?', answers: ['authentication#how-do-space-keys-work'] },
  { ask: 'How do I run this with PostgreSQL?', answers: ['self-hosting#embedded-database-or-postgresql', 'settings'] },
  { ask: 'Which environment variable sets the port?', answers: ['settings', 'quick-start#how-do-i-start-the-server'] },
  {
    ask: 'Can I run several instances behind a load balancer?',
    answers: ['self-hosting#how-do-i-run-several-processes', 'settings#one-process-or-several'],
  },
  {
    ask: 'Can one invitation be used by several people?',
    answers: ['joining#how-do-i-invite-somebody', 'concepts#what-is-an-invitation', 'sdk#create-and-invite', 'cli#parley-invite'],
  },
  {
    ask: 'Do invitations expire?',
    answers: ['joining#how-do-i-invite-somebody', 'limits#how-long-do-things-live', 'faq#can-i-withdraw-an-invitation'],
  },
  {
    ask: 'How do I revoke an invitation link?',
    answers: ['faq#can-i-withdraw-an-invitation', 'joining#how-do-i-invite-somebody'],
  },
  {
    ask: 'What do I send to an AI agent so that it can join?',
    answers: [
      'joining#how-do-i-invite-somebody',
      'quick-start#how-does-a-second-party-join',
      'mcp#how-does-an-assistant-join-a-meeting',
      'concepts#what-is-an-invitation',
      'createInvitation',
      'sdk#create-and-invite',
    ],
  },
  {
    ask: 'How do I use it from Claude with MCP?',
    answers: [
      'mcp#is-there-an-mcp-endpoint',
      'mcp#how-does-an-assistant-join-a-meeting',
      'mcp#can-tools-be-made-from-the-openapi-document',
    ],
  },
  { ask: 'Does it support the A2A protocol?', answers: ['a2a#does-parley-speak-a2a'] },
  {
    ask: 'Can I edit or delete a message I have sent?',
    answers: ['faq#can-i-edit-or-delete-a-message', 'messages#how-do-i-send-a-message'],
  },
  { ask: 'Can I attach a file or an image?', answers: ['messages#which-types-are-there'] },
  {
    ask: 'What happens when I reuse an idempotency key with different content?',
    answers: [
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'errors#409-410-422-what-is-in-conflict',
      'errors#what-do-the-statuses-mean',
    ],
  },
  { ask: 'What if my name is already taken?', answers: ['joining#how-do-i-join'] },
  {
    ask: 'Can I have a read-only participant who just watches?',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'muteParticipant',
      'cli#parley-mute-participant',
      'moderation#which-states-can-a-participant-be-in',
    ],
  },
  {
    ask: 'How do I make somebody else a moderator?',
    answers: ['moderation#can-the-owner-be-moderated', 'concepts#who-is-the-owner-who-is-a-participant'],
  },
  {
    ask: 'How do I mute someone who spams?',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'muteParticipant',
      'cli#parley-mute-participant',
      'rest#invitations-and-participants',
    ],
  },
  {
    ask: 'Approve people before they can join',
    answers: [
      'joining#public-or-private-what-is-the-difference',
      'joining#how-does-the-owner-approve-or-refuse',
      'moderation#how-do-i-approve-or-refuse-somebody',
      'approveParticipant',
      'cli#parley-approve-participant',
    ],
  },
  {
    ask: 'How do I see earlier versions of a document?',
    answers: ['faq#are-old-versions-of-an-artifact-kept', 'artifacts#how-do-i-edit-an-artifact', 'concepts#what-is-an-artifact'],
  },
  {
    ask: 'Two agents wrote the same document, whose change wins?',
    answers: [
      'concepts#what-is-a-lock',
      'artifacts#how-do-i-edit-an-artifact',
      'artifacts',
      'artifacts#somebody-else-holds-the-lock-what-now',
      'concepts#what-can-i-rely-on',
    ],
  },
  {
    ask: 'lock expired while I was writing, is my text lost',
    answers: [
      'artifacts#my-write-was-refused-though-i-had-the-lock',
      'artifacts#when-else-does-a-lock-end',
      'faq#why-is-my-write-to-an-artifact-refused-with-423',
      'errors#423-who-has-the-lock',
      'sdk#artifacts',
      'cli#when-the-lock-is-lost',
    ],
  },
  { ask: 'Does the SDK work in the browser?', answers: ['sdk#runtimes', 'sdk'] },
  { ask: 'set a timeout or abort a call in the SDK', answers: ['sdk#timeouts-and-signals'] },
  { ask: 'SDK save a key and come back later as the same participant', answers: ['sdk#connect'] },
  { ask: 'Where does the CLI keep my keys?', answers: ['cli#where-keys-are', 'cli#parley-keychain'] },
  {
    ask: 'How do I use the CLI in a script with JSON output?',
    answers: ['cli#for-scripts-and-agents', 'cli#options-of-every-command'],
  },
  { ask: 'parley exit codes', answers: ['cli#for-scripts-and-agents'] },
  { ask: 'Switch between several spaces in the command line', answers: ['cli#naming-things', 'cli#parley-use-space'] },
  {
    ask: 'Where is the OpenAPI file?',
    answers: [
      'rest',
      'mcp#is-there-an-mcp-endpoint',
      'mcp#can-tools-be-made-from-the-openapi-document',
      'quick-start#where-do-i-go-next',
    ],
  },
  { ask: 'CORS error from my web page', answers: ['rest#can-a-web-page-call-it', 'faq#how-do-i-call-it-from-a-web-page'] },
  { ask: 'What content type must I send?', answers: ['rest#which-headers-do-i-send'] },
  {
    ask: 'What does the error response look like?',
    answers: ['errors#what-does-an-error-look-like', 'rest#what-do-errors-look-like', 'errors'],
  },
  { ask: '403 forbidden', answers: ['errors#403-what-does-muted-mean', 'errors#what-do-the-statuses-mean'] },
  {
    ask: '410 gone',
    answers: [
      'errors#409-410-422-what-is-in-conflict',
      'errors#what-do-the-statuses-mean',
      'authentication#how-does-an-agent-get-a-user-token',
    ],
  },
  { ask: '413 payload too large', answers: ['limits#how-long-may-texts-be'] },
  {
    ask: 'How many participants fit in one space?',
    answers: ['limits#how-many-may-there-be', 'joining#when-am-i-refused', 'settings#sizes'],
  },
  { ask: 'What is an artifact?', answers: ['concepts#what-is-an-artifact', 'artifacts'] },
  {
    ask: 'What is the difference between an invitation key and a participant key?',
    answers: ['authentication#which-credentials-are-there', 'joining#how-do-i-handle-the-keys'],
  },
  {
    ask: 'How do I get the full transcript of a meeting?',
    answers: ['messages#how-do-i-read-messages', 'listMessages', 'cli#parley-messages', 'sdk#messages'],
  },
  {
    ask: 'How do I check that the server is healthy?',
    answers: ['health', 'rest#health-and-questions', 'self-hosting#how-do-i-run-it'],
  },
  { ask: 'What gets logged, are keys in the logs?', answers: ['self-hosting#how-do-i-put-nginx-in-front', 'settings'] },
  {
    ask: 'Are messages from other agents safe to follow? prompt injection',
    answers: ['messages#what-should-an-agent-make-of-a-message', 'faq#what-may-i-trust-in-a-space'],
  },
  {
    ask: 'how should an agent wait for others to answer',
    answers: [
      'messages#how-often-should-i-poll',
      'messages#a-loop-that-misses-nothing',
      'faq#should-i-poll-or-stream',
      'streaming#how-do-i-open-a-stream',
    ],
  },
  {
    ask: 'in what order do messages arrive',
    answers: ['concepts#what-can-i-rely-on', 'messages#how-do-i-read-messages', 'listMessages'],
  },
  { ask: 'Is markdown rendered in messages, and is HTML allowed?', answers: ['messages#which-types-are-there'] },
  {
    ask: 'How do I shut the server down cleanly?',
    answers: ['self-hosting#how-do-i-run-it', 'quick-start#how-do-i-start-the-server'],
  },
  {
    ask: 'change where the database is stored',
    answers: ['settings', 'self-hosting#which-settings-matter', 'self-hosting#how-do-i-run-it', 'cli#parley-serve'],
  },
  { ask: 'is anything encrypted end to end', answers: ['security#what-is-not-defended'] },
];

/** Some near to what is answered, some far from it. */
export const foreignA: readonly string[] = [
  'prometheus metrics',
  'How do I know whether a participant is still online?',
  'reply to a message thread',
  'Can I record the video call of our meeting?',
  'What will the weather be in Berlin tomorrow?',
  'How do I center a div with CSS?',
  'recipe for sourdough bread',
];
