import type { Question } from './questions.fixture.ts';

/** Two more. */
export const batchB: readonly Question[] = [
  {
    ask: 'how can i hear about new participants as they arrive',
    answers: [
      'streaming#which-events-are-there',
      'streaming#how-do-i-open-a-stream',
      'concepts#what-is-the-context-bundle',
      'sdk#events',
      'cli#parley-watch',
      'streaming',
    ],
  },
  {
    ask: 'Can I reuse one invite link for ten agents?',
    answers: ['joining#how-do-i-invite-somebody', 'concepts#what-is-an-invitation', 'createInvitation', 'sdk#create-and-invite'],
  },
  {
    ask: 'I closed the room by accident, can it be undone?',
    answers: [
      'moderation#how-do-i-change-or-close-a-space',
      'quick-start#how-do-i-end-the-meeting',
      'closeSpace',
      'concepts#what-is-a-space',
    ],
  },
  {
    ask: 'what is stored on the server in plain text, are keys hashed',
    answers: ['authentication#how-do-space-keys-work', 'self-hosting#what-must-stay-secret'],
  },
  {
    ask: 'html message with a script tag, who cleans it up?',
    answers: ['messages#which-types-are-there', 'faq#what-may-i-trust-in-a-space', 'streaming#how-does-it-work-in-a-browser'],
  },
  {
    ask: "Two of my processes share one key. Do they get in each other's way when editing?",
    answers: ['sdk#artifacts', 'concepts#what-is-a-lock'],
  },
  {
    ask: 'how long may I take to answer a link request before the code runs out',
    answers: ['limits#how-long-do-things-live', 'authentication#how-does-an-agent-get-a-user-token', 'startLink'],
  },
  {
    ask: 'prevent the rate limiter from throttling my load test',
    answers: ['limits#which-limits-can-an-operator-change', 'settings', 'limits#what-is-the-rate-limit'],
  },
  {
    ask: 'my client ip is wrong behind the proxy, everyone shares one limit',
    answers: ['self-hosting#how-do-i-put-nginx-in-front', 'self-hosting#which-settings-matter', 'settings'],
  },
  {
    ask: 'what is the difference between a session and a user token',
    answers: [
      'authentication#which-credentials-are-there',
      'authentication#what-can-a-session-do',
      'concepts#what-are-keys',
      'authentication#what-does-a-user-token-change',
    ],
  },
  {
    ask: 'see how a local draft differs from the document in the space',
    answers: ['cli#parley-artifact-diff-artifact-file', 'cli#a-meeting-in-five-minutes'],
  },
  {
    ask: 'do muted people still get the stream',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'streaming#when-does-a-stream-end',
      'moderation#what-happens-to-keys-locks-and-streams',
      'streaming#how-do-i-open-a-stream',
      'moderation#which-states-can-a-participant-be-in',
    ],
  },
  {
    ask: 'how do I know which field of my request is invalid',
    answers: ['errors#400-what-is-wrong-with-my-request', 'errors#what-does-an-error-look-like', 'rest#what-do-errors-look-like'],
  },
  { ask: 'move our embedded data to postgres', answers: ['self-hosting#embedded-database-or-postgresql'] },
  {
    ask: 'is there a browser UI for humans to take part?',
    answers: [
      'faq#can-an-agent-own-a-space-and-can-a-human-join-it',
      'joining#how-do-i-invite-somebody',
      'concepts#what-is-an-invitation',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
      'joining#how-do-i-join',
    ],
  },
  {
    ask: 'the date format for the since parameter',
    answers: ['rest#what-do-ids-timestamps-and-answers-look-like', 'messages#how-do-i-ask-only-for-what-is-new'],
  },
  {
    ask: 'exactly once processing of events with a crash in between',
    answers: [
      'streaming#how-do-i-resume-after-a-lost-connection',
      'sdk#events',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
      'concepts#what-can-i-rely-on',
      'messages#a-loop-that-misses-nothing',
    ],
  },
  { ask: 'stop the server cleanly', answers: ['self-hosting#how-do-i-run-it', 'quick-start#how-do-i-start-the-server'] },
  { ask: 'does it work with deno or cloudflare workers', answers: ['sdk#runtimes', 'sdk'] },
  {
    ask: 'cannot approve: 409 status_conflict',
    answers: [
      'errors#409-410-422-what-is-in-conflict',
      'joining#how-does-the-owner-approve-or-refuse',
      'moderation#how-do-i-approve-or-refuse-somebody',
    ],
  },
  {
    ask: 'my bot needs to wait until nobody is editing the document any more',
    answers: ['artifacts#somebody-else-holds-the-lock-what-now', 'sdk#artifacts', 'errors#423-who-has-the-lock'],
  },
  { ask: 'passkeys / touch id login', answers: ['authentication#how-does-a-human-sign-in'] },
  {
    ask: 'how do I invoke an endpoint for which the cli has no subcommand',
    answers: ['cli#any-operation', 'cli#parley-api-method-path'],
  },
  {
    ask: 'what is in the response after I post something',
    answers: ['messages#how-do-i-send-a-message', 'sendMessage', 'concepts#what-is-the-context-bundle'],
  },
  {
    ask: 'can messages be searched or filtered by date',
    answers: ['messages#how-do-i-ask-only-for-what-is-new', 'listMessages', 'messages#how-do-i-read-messages'],
  },
  {
    ask: 'someone is editing and does not let go, I am the owner',
    answers: [
      'artifacts#how-does-the-owner-take-a-lock-away',
      'moderation#how-do-i-take-a-lock-away',
      'unlockArtifact',
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
      'artifacts#somebody-else-holds-the-lock-what-now',
    ],
  },
  {
    ask: 'how many seconds between heartbeats for the document lock',
    answers: [
      'artifacts#how-long-does-a-lock-last',
      'limits#how-long-do-things-live',
      'heartbeatArtifactLock',
      'concepts#what-is-a-lock',
    ],
  },
  {
    ask: 'Is my invitation still valid next week?',
    answers: [
      'limits#how-long-do-things-live',
      'joining#how-do-i-invite-somebody',
      'concepts#what-is-an-invitation',
      'faq#can-i-withdraw-an-invitation',
    ],
  },
  {
    ask: 'where can I read the logs and find a request by its id',
    answers: ['errors', 'settings', 'errors#429-500-503-when-do-i-try-again', 'rest#what-do-errors-look-like'],
  },
  {
    ask: 'allow more than 1000 people in a room',
    answers: ['limits#how-many-may-there-be', 'settings#sizes', 'limits#which-limits-can-an-operator-change'],
  },
  {
    ask: 'the SSE connection delivers old messages again each time it reconnects',
    answers: [
      'streaming#how-do-i-resume-after-a-lost-connection',
      'streaming#where-does-a-stream-begin',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
    ],
  },
  {
    ask: 'token exchange / JWT bearer from our company login',
    answers: [
      'authentication#can-sessions-come-from-our-own-identity-provider',
      'authentication#can-humans-sign-in-at-our-own-identity-provider',
    ],
  },
  {
    ask: 'add a description to the meeting afterwards',
    answers: [
      'moderation#how-do-i-change-or-close-a-space',
      'updateSpace',
      'rest#spaces-create-see-change-close',
      'cli#parley-space-update',
    ],
  },
  {
    ask: 'the owner key is gone, who can close the meeting now?',
    answers: ['faq#i-lost-my-key-can-i-get-it-back', 'authentication#i-lost-a-space-key-can-i-get-it-back'],
  },
  { ask: 'react to join requests automatically with javascript', answers: ['sdk#moderation', 'sdk#events'] },
  {
    ask: 'two agents want the same document, will one of them get an error?',
    answers: [
      'artifacts#somebody-else-holds-the-lock-what-now',
      'errors#423-who-has-the-lock',
      'concepts#what-is-a-lock',
      'artifacts',
    ],
  },
  {
    ask: 'Why does the browser say preflight failed?',
    answers: ['rest#can-a-web-page-call-it', 'faq#how-do-i-call-it-from-a-web-page', 'sdk#runtimes'],
  },
  {
    ask: 'list of all error codes',
    answers: [
      'errors',
      'errors#what-do-the-statuses-mean',
      'errors#what-does-an-error-look-like',
      'errors#400-what-is-wrong-with-my-request',
      'rest#what-do-errors-look-like',
    ],
  },
  {
    ask: 'I want my agents spaces to appear on my dashboard',
    answers: [
      'authentication#what-does-a-user-token-change',
      'authentication#what-can-a-session-do',
      'listMySpaces',
      'authentication#how-does-an-agent-get-a-user-token',
      'sdk#link-and-account',
      'concepts#what-are-keys',
    ],
  },
  {
    ask: 'save the document to a local file from the shell',
    answers: [
      'cli#parley-artifact-download-artifact',
      'artifacts#how-do-i-read-them',
      'downloadArtifact',
      'cli#a-meeting-in-five-minutes',
    ],
  },
  {
    ask: 'what does waitingForApproval mean',
    answers: [
      'moderation#which-states-can-a-participant-be-in',
      'concepts#who-is-the-owner-who-is-a-participant',
      'joining#how-does-the-owner-approve-or-refuse',
    ],
  },
  {
    ask: 'data directory is locked by another process',
    answers: ['self-hosting#embedded-database-or-postgresql', 'settings#one-process-or-several'],
  },
  {
    ask: 'read a participants profile picture or email',
    answers: [
      'concepts#who-is-the-owner-who-is-a-participant',
      'faq#what-may-i-trust-in-a-space',
      'getSpace',
      'faq#do-i-need-an-account',
    ],
  },
  {
    ask: 'shorten the lock duration on our server',
    answers: [
      'artifacts#how-long-does-a-lock-last',
      'settings',
      'limits#how-long-do-things-live',
      'limits#which-limits-can-an-operator-change',
    ],
  },
  {
    ask: 'can I trust that the name shown is really that person?',
    answers: ['faq#what-may-i-trust-in-a-space', 'concepts#who-is-the-owner-who-is-a-participant'],
  },
  {
    ask: 'does retrying create a second space?',
    answers: ['rest#how-do-i-retry-a-write-safely-with-an-idempotency-key', 'errors#how-do-i-retry-well', 'sdk#retries'],
  },
  { ask: 'websocket support?', answers: ['streaming#how-do-i-open-a-stream', 'streaming', 'faq#should-i-poll-or-stream'] },
  {
    ask: 'how do i know the meeting is over',
    answers: [
      'streaming#when-does-a-stream-end',
      'faq#what-happens-when-the-space-ends',
      'moderation#what-happens-when-a-space-expires',
      'streaming#which-events-are-there',
      'concepts#what-is-a-space',
      'moderation#what-happens-to-keys-locks-and-streams',
    ],
  },
  {
    ask: 'run without internet on my own computer',
    answers: ['quick-start#what-do-i-need', 'quick-start#how-do-i-start-the-server', 'self-hosting#how-do-i-run-it'],
  },
  {
    ask: 'the poll interval the server suggests keeps growing',
    answers: ['messages#how-often-should-i-poll', 'concepts#what-is-the-context-bundle'],
  },
];
