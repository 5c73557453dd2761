import type { Question } from './questions.fixture.ts';

/** Written from the README alone, by a helper session that never saw the search. It was held out once. */
export const fromReadmeC: readonly Question[] = [
  {
    ask: 'How do I create my first space?',
    answers: [
      'quick-start#how-do-i-make-a-space',
      'rest#spaces-create-see-change-close',
      'createSpace',
      'cli#a-meeting-in-five-minutes',
      'cli#parley-space-create-name',
      'sdk#create-and-invite',
    ],
  },
  {
    ask: 'do I have to sign up before I can use Parley?',
    answers: [
      'faq#do-i-need-an-account',
      'authentication',
      'quick-start#how-do-i-make-a-space',
      'concepts#what-is-a-space',
      'self-hosting#who-makes-the-first-account',
    ],
  },
  { ask: 'What can I use this for, what would two agents do here?', answers: ['concepts#what-is-a-space', 'quick-start'] },
  {
    ask: 'someone sent me a link to a meeting, what do I do with it?',
    answers: ['faq#how-do-i-join-a-space-that-i-got-a-link-to', 'joining#how-do-i-join', 'cli#parley-join-link'],
  },
  {
    ask: 'How do I give my agent access to a space without writing any code?',
    answers: [
      'joining#how-do-i-invite-somebody',
      'quick-start#how-does-a-second-party-join',
      'mcp#how-does-an-assistant-join-a-meeting',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
    ],
  },
  {
    ask: 'what is an agentLink',
    answers: [
      'joining#how-do-i-invite-somebody',
      'concepts#what-is-an-invitation',
      'quick-start#how-does-a-second-party-join',
      'mcp#how-does-an-assistant-join-a-meeting',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
      'sdk#create-and-invite',
    ],
  },
  {
    ask: 'can I make an invitation that only works once?',
    answers: ['joining#how-do-i-invite-somebody', 'concepts#what-is-an-invitation', 'sdk#create-and-invite', 'cli#parley-invite'],
  },
  {
    ask: 'invitation expiry',
    answers: ['limits#how-long-do-things-live', 'joining#how-do-i-invite-somebody', 'faq#can-i-withdraw-an-invitation'],
  },
  {
    ask: 'How do I revoke an invitation that leaked on a public channel?',
    answers: ['faq#can-i-withdraw-an-invitation', 'joining#how-do-i-invite-somebody', 'moderation#how-do-i-remove-somebody'],
  },
  {
    ask: 'Why does joining answer that my invitation is no longer valid?',
    answers: ['joining#when-am-i-refused', 'errors#401-why-does-my-key-not-work', 'limits#how-long-do-things-live'],
  },
  { ask: 'Two people want to join with the same name, is that allowed?', answers: ['joining#how-do-i-join'] },
  {
    ask: "I closed the browser tab and now I can't get back into the meeting",
    answers: [
      'faq#i-lost-my-key-can-i-get-it-back',
      'authentication#i-lost-a-space-key-can-i-get-it-back',
      'joining#how-do-i-handle-the-keys',
    ],
  },
  {
    ask: 'Can somebody join just to read, without being able to write?',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'moderation#which-states-can-a-participant-be-in',
      'muteParticipant',
      'concepts#who-is-the-owner-who-is-a-participant',
      'cli#parley-mute-participant',
      'sdk#moderation',
    ],
  },
  {
    ask: 'How does a person leave a space for good?',
    answers: ['moderation#how-do-i-leave', 'leaveSpace', 'rest#invitations-and-participants', 'cli#parley-leave'],
  },
  {
    ask: 'list who is in the room',
    answers: [
      'concepts#what-is-the-context-bundle',
      'moderation',
      'getSpace',
      'cli#parley-participants',
      'cli#parley-space-show-space',
    ],
  },
  {
    ask: 'How can my agent tell whether a participant is a human or another agent?',
    answers: [
      'concepts#who-is-the-owner-who-is-a-participant',
      'faq#can-an-agent-own-a-space-and-can-a-human-join-it',
      'faq#what-may-i-trust-in-a-space',
    ],
  },
  {
    ask: 'send a message',
    answers: [
      'messages#how-do-i-send-a-message',
      'sendMessage',
      'rest#messages',
      'quick-start#how-do-they-talk',
      'cli#parley-send-text',
      'cli#a-meeting-in-five-minutes',
      'sdk#messages',
    ],
  },
  {
    ask: 'How do I get only the messages that arrived since my last poll?',
    answers: [
      'messages#how-do-i-ask-only-for-what-is-new',
      'messages#how-do-i-read-messages',
      'messages#a-loop-that-misses-nothing',
      'concepts#what-is-a-cursor',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
      'listMessages',
      'cli#parley-messages',
      'cli#for-scripts-and-agents',
      'sdk#messages',
    ],
  },
  {
    ask: 'How often should I poll for new messages?',
    answers: ['messages#how-often-should-i-poll', 'faq#should-i-poll-or-stream'],
  },
  {
    ask: 'is there long polling or do I have to hammer the endpoint?',
    answers: [
      'messages#how-often-should-i-poll',
      'messages#how-do-i-ask-only-for-what-is-new',
      'faq#should-i-poll-or-stream',
      'limits#what-about-waiting-and-streams',
      'listMessages',
      'cli#parley-messages',
      'sdk#messages',
    ],
  },
  {
    ask: "My script crashed in the middle of sending and I'm not sure if the message went through. How can I send it again without a duplicate?",
    answers: [
      'faq#how-do-i-send-a-message-only-once-if-the-network-fails',
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'messages#how-do-i-send-a-message',
      'errors#how-do-i-retry-well',
      'sdk#retries',
    ],
  },
  {
    ask: 'Idempotency-Key how long remembered',
    answers: [
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'limits#how-long-do-things-live',
      'settings',
      'sdk#retries',
      'self-hosting#how-long-is-data-kept',
    ],
  },
  {
    ask: "can I edit or delete a message I've sent",
    answers: ['faq#can-i-edit-or-delete-a-message', 'messages#how-do-i-send-a-message', 'concepts#what-is-a-message'],
  },
  {
    ask: 'private message to only one participant',
    answers: [
      'faq#can-i-send-a-private-message-to-one-participant',
      'messages#how-do-i-send-a-message',
      'concepts#what-is-a-message',
    ],
  },
  {
    ask: "What's the maximum length of a message?",
    answers: ['limits#how-long-may-texts-be', 'messages#which-types-are-there', 'settings#sizes'],
  },
  {
    ask: 'In which order are messages delivered, and is that order the same for everyone?',
    answers: ['concepts#what-can-i-rely-on'],
  },
  {
    ask: 'how do newcomers see what was said before they joined',
    answers: ['messages#how-do-i-read-messages', 'streaming#where-does-a-stream-begin', 'streaming#how-do-i-open-a-stream'],
  },
  {
    ask: 'I joined late to a space with thousands of messages, how do I page back through the history?',
    answers: [
      'messages#how-do-i-read-messages',
      'messages#how-do-i-ask-only-for-what-is-new',
      'listMessages',
      'sdk#messages',
      'sdk#space',
      'cli#parley-messages',
    ],
  },
  {
    ask: 'can I attach a file or image to a message?',
    answers: ['messages#which-types-are-there', 'concepts#what-is-a-message'],
  },
  {
    ask: 'How do I connect to the event stream from Node?',
    answers: ['streaming#how-do-i-open-a-stream', 'sdk#events', 'streamMessages'],
  },
  {
    ask: 'lastEventId',
    answers: [
      'streaming#where-does-a-stream-begin',
      'streaming#how-do-i-resume-after-a-lost-connection',
      'streamMessages',
      'concepts#what-is-a-cursor',
    ],
  },
  {
    ask: 'the stream disconnects every so often, do I lose events when I reconnect?',
    answers: [
      'streaming#how-do-i-resume-after-a-lost-connection',
      'streaming#when-does-a-stream-end',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
      'concepts#what-can-i-rely-on',
      'concepts#what-is-a-cursor',
      'sdk#events',
    ],
  },
  {
    ask: "EventSource in a browser can't set headers, so how do I authenticate?",
    answers: [
      'streaming#how-does-it-work-in-a-browser',
      'faq#how-do-i-call-it-from-a-web-page',
      'authentication#how-do-space-keys-work',
      'streamMessages',
    ],
  },
  {
    ask: 'What types of events come over the stream?',
    answers: ['streaming#which-events-are-there', 'sdk#events', 'streamMessages', 'concepts#what-is-an-event'],
  },
  {
    ask: 'My SSE connection goes through nginx and nothing arrives until it closes',
    answers: ['self-hosting#how-do-i-put-nginx-in-front'],
  },
  { ask: 'how many streams can I keep open at the same time?', answers: ['limits#how-many-may-there-be'] },
  {
    ask: 'what are the heartbeat or comment lines in the stream for',
    answers: ['streaming#how-do-i-know-that-a-quiet-stream-is-alive'],
  },
  {
    ask: 'Can I be called by a webhook instead of keeping a connection open?',
    answers: ['streaming#how-do-i-open-a-stream', 'faq#should-i-poll-or-stream'],
  },
  {
    ask: 'How do I create a document that everybody can edit?',
    answers: [
      'artifacts#how-do-i-create-one',
      'quick-start#how-do-they-write-a-document-together',
      'createArtifact',
      'rest#artifacts',
      'cli#parley-artifact-create-name',
      'cli#a-meeting-in-five-minutes',
      'sdk#artifacts',
    ],
  },
  {
    ask: 'how long does a lock last',
    answers: [
      'artifacts#how-long-does-a-lock-last',
      'concepts#what-is-a-lock',
      'limits#how-long-do-things-live',
      'settings',
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
      'faq#why-is-my-write-to-an-artifact-refused-with-423',
      'cli#when-the-lock-is-lost',
      'cli#parley-artifact-lock-artifact',
    ],
  },
  {
    ask: 'what happens when an agent dies while holding the lock on an artifact?',
    answers: ['faq#somebody-holds-a-lock-and-is-gone-what-can-i-do', 'artifacts#when-else-does-a-lock-end'],
  },
  {
    ask: 'I get a conflict when I PATCH an artifact, why?',
    answers: [
      'faq#why-is-my-write-to-an-artifact-refused-with-423',
      'errors#423-who-has-the-lock',
      'artifacts#my-write-was-refused-though-i-had-the-lock',
      'artifacts#somebody-else-holds-the-lock-what-now',
    ],
  },
  {
    ask: 'Can I renew an edit lock before it runs out?',
    answers: [
      'artifacts#how-long-does-a-lock-last',
      'heartbeatArtifactLock',
      'concepts#what-is-a-lock',
      'cli#parley-artifact-lock-artifact',
      'sdk#artifacts',
    ],
  },
  {
    ask: "As owner, can I break somebody else's lock?",
    answers: [
      'artifacts#how-does-the-owner-take-a-lock-away',
      'moderation#how-do-i-take-a-lock-away',
      'unlockArtifact',
      'concepts#what-is-a-lock',
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
      'cli#parley-artifact-unlock-artifact',
    ],
  },
  {
    ask: 'See earlier versions of an artifact and go back to one',
    answers: ['faq#are-old-versions-of-an-artifact-kept', 'artifacts#how-do-i-edit-an-artifact', 'concepts#what-is-an-artifact'],
  },
  { ask: 'how to delete an artifact', answers: ['artifacts#how-do-i-create-one'] },
  {
    ask: 'Which kinds of artifact exist besides markdown?',
    answers: ['artifacts#how-do-i-create-one', 'concepts#what-is-an-artifact'],
  },
  {
    ask: 'maximum artifact size',
    answers: [
      'limits#how-long-may-texts-be',
      'artifacts#which-answers-can-i-get',
      'settings#sizes',
      'createArtifact',
      'writeArtifact',
    ],
  },
  {
    ask: "Our agents keep overwriting each other's parts of the shared document; what's the right way to co-edit?",
    answers: ['artifacts#how-do-i-edit-an-artifact', 'sdk#artifacts'],
  },
  {
    ask: 'can I download an artifact as a file?',
    answers: [
      'artifacts#how-do-i-read-them',
      'downloadArtifact',
      'cli#parley-artifact-download-artifact',
      'cli#a-meeting-in-five-minutes',
    ],
  },
  {
    ask: 'How do I know that an artifact was changed by someone else?',
    answers: [
      'streaming#which-events-are-there',
      'artifacts#how-do-i-edit-an-artifact',
      'concepts#what-is-the-context-bundle',
      'sdk#events',
    ],
  },
  {
    ask: 'kick a participant',
    answers: [
      'moderation#how-do-i-remove-somebody',
      'kickParticipant',
      'rest#invitations-and-participants',
      'cli#parley-kick-participant',
      'sdk#moderation',
    ],
  },
  {
    ask: 'Somebody is spamming our space. How do I stop them and keep them from coming back?',
    answers: ['moderation#how-do-i-silence-somebody', 'moderation#how-do-i-remove-somebody'],
  },
  {
    ask: 'Can I mute somebody without removing them?',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'moderation#which-states-can-a-participant-be-in',
      'muteParticipant',
      'rest#invitations-and-participants',
      'cli#parley-mute-participant',
      'sdk#moderation',
    ],
  },
  {
    ask: 'remove an offensive message as the owner',
    answers: ['faq#can-i-edit-or-delete-a-message', 'messages#how-do-i-send-a-message'],
  },
  {
    ask: 'How do I make another participant a moderator or co-owner?',
    answers: ['moderation#can-the-owner-be-moderated', 'concepts#who-is-the-owner-who-is-a-participant'],
  },
  { ask: 'transfer ownership of a space', answers: ['moderation#can-the-owner-be-moderated'] },
  {
    ask: 'How do I close a space so that nobody can write any more but it can still be read?',
    answers: [
      'moderation#what-happens-when-a-space-expires',
      'faq#what-happens-when-the-space-ends',
      'quick-start#how-do-i-end-the-meeting',
    ],
  },
  {
    ask: 'delete a space and everything in it',
    answers: [
      'moderation#how-do-i-change-or-close-a-space',
      'moderation#what-happens-when-a-space-expires',
      'self-hosting#how-long-is-data-kept',
      'faq#what-happens-when-the-space-ends',
      'limits#how-long-do-things-live',
      'closeSpace',
      'cli#parley-space-close',
    ],
  },
  {
    ask: 'approve people before they get in',
    answers: [
      'joining#how-does-the-owner-approve-or-refuse',
      'joining#public-or-private-what-is-the-difference',
      'moderation#how-do-i-approve-or-refuse-somebody',
      'approveParticipant',
      'concepts#what-is-a-space',
      'cli#parley-approve-participant',
      'cli#parley-space-create-name',
      'cli#a-meeting-in-five-minutes',
      'sdk#create-and-invite',
      'sdk#moderation',
    ],
  },
  {
    ask: 'I was removed from a space, what will my agent see?',
    answers: [
      'moderation#how-do-i-remove-somebody',
      'moderation#what-happens-to-keys-locks-and-streams',
      'errors#401-why-does-my-key-not-work',
      'streaming#when-does-a-stream-end',
      'sdk#events',
    ],
  },
  {
    ask: 'Change the name or description of a space after it was created',
    answers: [
      'moderation#how-do-i-change-or-close-a-space',
      'updateSpace',
      'rest#spaces-create-see-change-close',
      'cli#parley-space-update',
      'sdk#moderation',
    ],
  },
  {
    ask: 'I lost the owner key, can I get it back?',
    answers: [
      'faq#i-lost-my-key-can-i-get-it-back',
      'authentication#i-lost-a-space-key-can-i-get-it-back',
      'getMySpaceKey',
      'cli#parley-space-recover-id',
      'sdk#link-and-account',
    ],
  },
  {
    ask: 'Which key do I put in X-Private-Key: owner, participant or invitation?',
    answers: ['authentication#which-credentials-are-there', 'rest#which-headers-do-i-send'],
  },
  {
    ask: 'How are the keys stored on the server, can the administrator read them?',
    answers: ['authentication#how-do-space-keys-work', 'self-hosting#what-must-stay-secret'],
  },
  { ask: 'can one agent be in several spaces with the same identity?', answers: ['concepts#what-are-keys'] },
  {
    ask: 'How do I link my participant to a user account?',
    answers: [
      'authentication#what-does-a-user-token-change',
      'authentication#how-does-an-agent-get-a-user-token',
      'joining#how-do-i-join',
      'startLink',
      'cli#parley-login',
      'sdk#link-and-account',
    ],
  },
  {
    ask: 'sign in with GitHub or Google',
    answers: ['authentication#can-humans-sign-in-at-our-own-identity-provider', 'authentication#how-does-a-human-sign-in'],
  },
  {
    ask: 'see all of my spaces in one place',
    answers: [
      'authentication#what-can-a-session-do',
      'listMySpaces',
      'concepts#what-are-keys',
      'faq#do-i-need-an-account',
      'cli#parley-space-list',
      'cli#tokens-and-your-session',
      'sdk#link-and-account',
    ],
  },
  {
    ask: 'Where is the OpenAPI document?',
    answers: [
      'rest',
      'quick-start#where-do-i-go-next',
      'mcp#is-there-an-mcp-endpoint',
      'mcp#can-tools-be-made-from-the-openapi-document',
    ],
  },
  {
    ask: 'What format do errors have?',
    answers: ['rest#what-do-errors-look-like', 'errors#what-does-an-error-look-like', 'errors'],
  },
  { ask: '401 vs 403', answers: ['errors#what-do-the-statuses-mean'] },
  {
    ask: "I'm getting 404 for a space that I know exists",
    answers: [
      'errors#404-and-405-what-is-missing',
      'moderation#what-happens-when-a-space-expires',
      'rest#what-do-ids-timestamps-and-answers-look-like',
      'limits#how-long-do-things-live',
    ],
  },
  {
    ask: '429 too many requests how long to wait',
    answers: [
      'errors#429-500-503-when-do-i-try-again',
      'errors#how-do-i-retry-well',
      'errors#what-do-the-statuses-mean',
      'rest#how-many-requests-may-i-send',
      'limits#what-is-the-rate-limit',
      'faq#what-is-the-limit-on-requests',
      'sdk#retries',
    ],
  },
  {
    ask: 'what does status 410 mean here',
    answers: [
      'errors#what-do-the-statuses-mean',
      'errors#409-410-422-what-is-in-conflict',
      'authentication#how-does-an-agent-get-a-user-token',
      'sdk#errors',
    ],
  },
  {
    ask: 'My JSON request is refused with a 400, how do I find out which field is wrong?',
    answers: [
      'errors#what-does-an-error-look-like',
      'errors#400-what-is-wrong-with-my-request',
      'rest#what-do-errors-look-like',
      'sdk#errors',
    ],
  },
  {
    ask: 'Does the API allow calls from a web page on another origin (CORS)?',
    answers: ['rest#can-a-web-page-call-it', 'faq#how-do-i-call-it-from-a-web-page', 'sdk#runtimes'],
  },
  { ask: 'Is there a version in the API, and will it change under me?', answers: ['rest#how-do-versions-and-deprecations-work'] },
  { ask: 'in which format are timestamps', answers: ['rest#what-do-ids-timestamps-and-answers-look-like'] },
  {
    ask: 'what are the rate limits',
    answers: [
      'limits#what-is-the-rate-limit',
      'rest#how-many-requests-may-i-send',
      'faq#what-is-the-limit-on-requests',
      'errors#429-500-503-when-do-i-try-again',
      'settings',
    ],
  },
  {
    ask: 'How many participants can one space hold?',
    answers: ['limits#how-many-may-there-be', 'settings#sizes', 'joining#when-am-i-refused'],
  },
  {
    ask: 'Are old spaces deleted automatically at some point?',
    answers: [
      'limits#how-long-do-things-live',
      'self-hosting#how-long-is-data-kept',
      'faq#what-happens-when-the-space-ends',
      'moderation#what-happens-when-a-space-expires',
      'settings',
    ],
  },
  {
    ask: 'How do I install Parley on my own server?',
    answers: ['self-hosting#how-do-i-run-it', 'quick-start#how-do-i-start-the-server'],
  },
  {
    ask: 'which environment variables are there',
    answers: ['settings', 'self-hosting#which-settings-matter', 'cli#for-scripts-and-agents'],
  },
  {
    ask: 'Put it behind a reverse proxy with TLS, what must I set?',
    answers: ['self-hosting#how-do-i-put-nginx-in-front', 'self-hosting#which-settings-matter', 'settings'],
  },
  {
    ask: 'How do I use PostgreSQL instead of the embedded database?',
    answers: ['self-hosting#embedded-database-or-postgresql', 'settings'],
  },
  {
    ask: 'run more than one process behind a load balancer',
    answers: ['self-hosting#how-do-i-run-several-processes', 'settings#one-process-or-several'],
  },
  { ask: 'backup and restore', answers: ['self-hosting#how-do-i-back-up-and-restore'] },
  { ask: 'How do I upgrade to a new version without losing data?', answers: ['self-hosting#how-do-i-upgrade'] },
  {
    ask: 'Is there a health check endpoint for Kubernetes or my uptime monitor?',
    answers: ['rest#health-and-questions', 'health', 'self-hosting#how-do-i-run-it'],
  },
  {
    ask: 'where does the server keep its data on disk?',
    answers: ['quick-start#how-do-i-start-the-server', 'settings', 'cli#parley-serve'],
  },
  { ask: 'install the SDK in a TypeScript project', answers: ['sdk'] },
  { ask: 'does the SDK reconnect by itself when the network drops?', answers: ['sdk#events', 'sdk#retries'] },
  { ask: 'How do I handle errors thrown by the SDK?', answers: ['sdk#errors'] },
  { ask: 'Can I use the SDK with Deno or in the browser?', answers: ['sdk#runtimes', 'sdk'] },
  { ask: "How do I reopen a space with the SDK when I've saved the key earlier?", answers: ['sdk#connect', 'sdk#parley'] },
  { ask: 'SDK note.edit what if the lock is taken by another', answers: ['sdk#artifacts'] },
  { ask: 'where does the command line tool store my keys?', answers: ['cli#where-keys-are'] },
  {
    ask: 'use parley from a shell script and get JSON output',
    answers: ['cli#for-scripts-and-agents', 'cli#options-of-every-command'],
  },
  {
    ask: 'How do I have two identities in the CLI on the same machine?',
    answers: ['cli#where-keys-are', 'cli#a-meeting-in-five-minutes', 'cli#options-of-every-command'],
  },
  {
    ask: 'how can I follow a space from the terminal without the full-screen chat?',
    answers: [
      'cli#parley-watch',
      'cli#for-scripts-and-agents',
      'streaming#how-do-i-open-a-stream',
      'quick-start#how-do-they-talk',
    ],
  },
  { ask: 'cli exit codes', answers: ['cli#for-scripts-and-agents'] },
  {
    ask: 'Can I connect Claude or another MCP client to a Parley space?',
    answers: [
      'mcp#is-there-an-mcp-endpoint',
      'mcp#how-does-an-assistant-join-a-meeting',
      'mcp#can-tools-be-made-from-the-openapi-document',
    ],
  },
  {
    ask: 'can search engines or strangers find my space?',
    answers: ['joining#public-or-private-what-is-the-difference', 'concepts#what-is-a-space'],
  },
  {
    ask: "Can I export the whole conversation when we're done?",
    answers: ['faq#what-happens-when-the-space-ends', 'messages#how-do-i-read-messages', 'sdk#messages', 'cli#parley-messages'],
  },
  {
    ask: "I'm building a bot that should answer whenever it's addressed; what would the loop look like, from joining to replying, without missing or repeating anything?",
    answers: ['messages#a-loop-that-misses-nothing', 'sdk#events'],
  },
  {
    ask: "We're running a workshop with about twenty people who aren't technical and a couple of agents; what would each of them have to do in order to take part?",
    answers: [
      'faq#can-an-agent-own-a-space-and-can-a-human-join-it',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
      'joining#how-do-i-invite-somebody',
      'joining#how-do-i-join',
      'quick-start#how-does-a-second-party-join',
    ],
  },
];

export const foreignC: readonly string[] = [
  'What will the weather be like in Lisbon tomorrow?',
  'How do I reverse a linked list in Python?',
  'How do I mute everyone in a Zoom call?',
  'git undo last commit but keep the changes',
  'Which is faster, Rust or Go?',
  'How long do I have to boil an egg?',
  'css center a div vertically',
  'How do I create a private channel in Slack?',
  'Who won the football world cup in 1998?',
  'What is the difference between a left join and an inner join in SQL?',
  'Can you recommend a good pizzeria near the main station?',
  'My printer shows a paper jam but there is no paper in it, what can I do?',
];
