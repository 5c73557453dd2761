import type { Question } from './questions.fixture.ts';

/** Written from the README alone, by a helper session that never saw the search. It was held out once. */
export const fromReadmeB: readonly Question[] = [
  {
    ask: 'Do I have to register before I can use Parley?',
    answers: ['faq#do-i-need-an-account', 'authentication', 'quick-start#how-do-i-make-a-space', 'concepts#what-is-a-space'],
  },
  {
    ask: 'What is the fastest way to try it out?',
    answers: ['quick-start#how-do-i-start-the-server', 'self-hosting#how-do-i-run-it', 'cli#a-meeting-in-five-minutes'],
  },
  {
    ask: 'I got a link to a meeting from a colleague, what do I do with it?',
    answers: ['faq#how-do-i-join-a-space-that-i-got-a-link-to', 'joining#how-do-i-join', 'cli#parley-join-link'],
  },
  {
    ask: 'How do I invite my agent to a space?',
    answers: [
      'joining#how-do-i-invite-somebody',
      'quick-start#how-does-a-second-party-join',
      'mcp#how-does-an-assistant-join-a-meeting',
      'createInvitation',
      'sdk#create-and-invite',
      'cli#parley-invite',
      'cli#a-meeting-in-five-minutes',
      'rest#invitations-and-participants',
    ],
  },
  {
    ask: 'Can one invitation link be used by several people?',
    answers: ['joining#how-do-i-invite-somebody', 'concepts#what-is-an-invitation', 'sdk#create-and-invite', 'cli#parley-invite'],
  },
  {
    ask: 'How do I cancel an invitation I already sent out?',
    answers: ['faq#can-i-withdraw-an-invitation', 'joining#how-do-i-invite-somebody', 'moderation#how-do-i-remove-somebody'],
  },
  {
    ask: "What's the difference between the human link and the agent link?",
    answers: [
      'joining#how-do-i-invite-somebody',
      'concepts#what-is-an-invitation',
      'quick-start#how-does-a-second-party-join',
      'sdk#create-and-invite',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
    ],
  },
  {
    ask: 'How can I limit who joins my space?',
    answers: [
      'joining#public-or-private-what-is-the-difference',
      'joining#how-do-i-invite-somebody',
      'concepts#what-is-a-space',
      'sdk#create-and-invite',
      'cli#parley-space-create-name',
      'a2a#how-do-two-a2a-agents-meet',
    ],
  },
  {
    ask: 'Can somebody read along without being able to write?',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'moderation#which-states-can-a-participant-be-in',
      'concepts#who-is-the-owner-who-is-a-participant',
      'muteParticipant',
      'cli#parley-mute-participant',
      'sdk#moderation',
    ],
  },
  {
    ask: 'How does my agent get only the new messages since its last check?',
    answers: [
      'messages#how-do-i-ask-only-for-what-is-new',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
      'messages#a-loop-that-misses-nothing',
      'messages#how-do-i-read-messages',
      'listMessages',
      'sdk#messages',
      'concepts#what-is-a-cursor',
      'cli#parley-messages',
      'cli#for-scripts-and-agents',
    ],
  },
  {
    ask: 'Can I send a private message to just one participant?',
    answers: [
      'faq#can-i-send-a-private-message-to-one-participant',
      'messages#how-do-i-send-a-message',
      'concepts#what-is-a-message',
    ],
  },
  {
    ask: 'Can I edit or delete a message after sending it?',
    answers: ['faq#can-i-edit-or-delete-a-message', 'messages#how-do-i-send-a-message'],
  },
  {
    ask: 'What is the maximum length of a message?',
    answers: ['limits#how-long-may-texts-be', 'messages#which-types-are-there', 'settings#sizes'],
  },
  { ask: 'How do I attach a file or an image?', answers: ['messages#which-types-are-there'] },
  {
    ask: 'What does Idempotency-Key do?',
    answers: [
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'faq#how-do-i-send-a-message-only-once-if-the-network-fails',
      'sdk#retries',
      'concepts#what-can-i-rely-on',
      'messages#how-do-i-send-a-message',
    ],
  },
  {
    ask: "My request timed out and I don't know whether the message was posted. Is it safe to send it again?",
    answers: [
      'faq#how-do-i-send-a-message-only-once-if-the-network-fails',
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'errors#how-do-i-retry-well',
      'messages#how-do-i-send-a-message',
      'sdk#retries',
    ],
  },
  {
    ask: 'SSE endpoint url',
    answers: [
      'streaming#how-do-i-open-a-stream',
      'streamMessages',
      'rest#messages',
      'streaming#how-does-it-work-in-a-browser',
      'quick-start#how-do-they-talk',
    ],
  },
  {
    ask: 'My event stream drops after a while, how do I resume without missing anything?',
    answers: [
      'streaming#how-do-i-resume-after-a-lost-connection',
      'faq#how-do-i-make-sure-that-i-miss-no-message',
      'streaming#where-does-a-stream-begin',
      'sdk#events',
      'streamMessages',
      'concepts#what-is-a-cursor',
      'cli#for-scripts-and-agents',
    ],
  },
  {
    ask: 'Which event types can arrive on the stream?',
    answers: ['streaming#which-events-are-there', 'sdk#events', 'streamMessages'],
  },
  {
    ask: "EventSource can't set headers, how do I pass my key?",
    answers: [
      'streaming#how-does-it-work-in-a-browser',
      'faq#how-do-i-call-it-from-a-web-page',
      'streamMessages',
      'authentication#how-do-space-keys-work',
    ],
  },
  {
    ask: 'Is there a websocket or webhook instead of SSE?',
    answers: ['streaming#how-do-i-open-a-stream', 'faq#should-i-poll-or-stream'],
  },
  { ask: 'Nothing arrives on the stream when I run behind nginx', answers: ['self-hosting#how-do-i-put-nginx-in-front'] },
  {
    ask: 'long polling',
    answers: [
      'messages#how-often-should-i-poll',
      'messages#how-do-i-ask-only-for-what-is-new',
      'messages#a-loop-that-misses-nothing',
      'faq#should-i-poll-or-stream',
      'listMessages',
      'sdk#messages',
      'cli#parley-messages',
    ],
  },
  {
    ask: 'How do I edit a document together with other agents?',
    answers: [
      'artifacts#how-do-i-edit-an-artifact',
      'quick-start#how-do-they-write-a-document-together',
      'sdk#artifacts',
      'cli#parley-artifact-edit-artifact',
      'cli#a-meeting-in-five-minutes',
    ],
  },
  {
    ask: 'How long does a lock last and how do I extend it?',
    answers: [
      'artifacts#how-long-does-a-lock-last',
      'concepts#what-is-a-lock',
      'limits#how-long-do-things-live',
      'cli#parley-artifact-lock-artifact',
    ],
  },
  {
    ask: 'Someone crashed while holding the lock on our document, how can we get it back?',
    answers: [
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
      'artifacts#when-else-does-a-lock-end',
      'artifacts#how-does-the-owner-take-a-lock-away',
      'moderation#how-do-i-take-a-lock-away',
      'artifacts#somebody-else-holds-the-lock-what-now',
      'concepts#what-is-a-lock',
      'unlockArtifact',
      'cli#parley-artifact-unlock-artifact',
    ],
  },
  {
    ask: 'I get 409 when I try to update the artifact',
    answers: ['artifacts#which-answers-can-i-get', 'errors#409-410-422-what-is-in-conflict'],
  },
  {
    ask: 'Can I see earlier versions of an artifact and restore one?',
    answers: ['faq#are-old-versions-of-an-artifact-kept', 'artifacts#how-do-i-edit-an-artifact', 'concepts#what-is-an-artifact'],
  },
  { ask: 'How do I delete an artifact?', answers: ['artifacts#how-do-i-create-one'] },
  { ask: 'which artifact types are supported besides markdown', answers: ['artifacts#how-do-i-create-one'] },
  {
    ask: 'Two agents both want to change the same document at the same moment. What happens?',
    answers: [
      'artifacts#somebody-else-holds-the-lock-what-now',
      'concepts#what-is-a-lock',
      'artifacts#how-do-i-edit-an-artifact',
      'artifacts',
      'errors#423-who-has-the-lock',
      'sdk#artifacts',
      'concepts#what-can-i-rely-on',
    ],
  },
  {
    ask: 'An agent is spamming my space with nonsense, what can I do to shut it up?',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'moderation#how-do-i-remove-somebody',
      'muteParticipant',
      'cli#parley-mute-participant',
      'sdk#moderation',
    ],
  },
  {
    ask: 'Can a banned participant come back with another invitation?',
    answers: [
      'moderation#how-do-i-remove-somebody',
      'joining#when-am-i-refused',
      'moderation#which-states-can-a-participant-be-in',
    ],
  },
  {
    ask: 'How do I mute somebody without removing them?',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'muteParticipant',
      'cli#parley-mute-participant',
      'sdk#moderation',
      'rest#invitations-and-participants',
    ],
  },
  {
    ask: 'How do I close or delete a space for good?',
    answers: [
      'moderation#how-do-i-change-or-close-a-space',
      'quick-start#how-do-i-end-the-meeting',
      'closeSpace',
      'rest#spaces-create-see-change-close',
      'cli#parley-space-close',
      'sdk#moderation',
      'cli#a-meeting-in-five-minutes',
    ],
  },
  {
    ask: 'Can I have more than one owner, or hand the space over to someone else?',
    answers: ['moderation#can-the-owner-be-moderated'],
  },
  {
    ask: 'How do I remove an offensive message someone else posted?',
    answers: ['faq#can-i-edit-or-delete-a-message', 'messages#how-do-i-send-a-message'],
  },
  {
    ask: 'I lost my owner key. Can I recover it?',
    answers: [
      'faq#i-lost-my-key-can-i-get-it-back',
      'authentication#i-lost-a-space-key-can-i-get-it-back',
      'getMySpaceKey',
      'cli#parley-space-recover-id',
      'sdk#link-and-account',
    ],
  },
  { ask: 'What kinds of keys are there and what may each of them do?', answers: ['authentication#which-credentials-are-there'] },
  {
    ask: 'Where do I put the key in a request?',
    answers: ['rest#which-headers-do-i-send', 'authentication#how-do-space-keys-work', 'concepts#what-are-keys'],
  },
  {
    ask: 'Is it dangerous to put the key in the URL?',
    answers: [
      'streaming#how-does-it-work-in-a-browser',
      'self-hosting#how-do-i-put-nginx-in-front',
      'authentication#how-do-space-keys-work',
      'joining#how-do-i-handle-the-keys',
    ],
  },
  { ask: 'How does the server store keys?', answers: ['authentication#how-do-space-keys-work'] },
  {
    ask: 'How can I be sure that the participant calling itself Bob is really Bob?',
    answers: ['faq#what-may-i-trust-in-a-space', 'concepts#who-is-the-owner-who-is-a-participant'],
  },
  {
    ask: 'What do I get from signing in to the dashboard compared with staying anonymous?',
    answers: ['faq#do-i-need-an-account', 'authentication#what-can-a-session-do', 'concepts#what-are-keys', 'authentication'],
  },
  {
    ask: 'How do I see all the spaces I am in?',
    answers: [
      'authentication#what-can-a-session-do',
      'listMySpaces',
      'cli#parley-space-list',
      'faq#do-i-need-an-account',
      'concepts#what-are-keys',
      'sdk#link-and-account',
    ],
  },
  {
    ask: 'List who is in the space',
    answers: [
      'moderation',
      'concepts#what-is-the-context-bundle',
      'getSpace',
      'cli#parley-participants',
      'cli#parley-space-show-space',
    ],
  },
  {
    ask: 'leave a space',
    answers: [
      'moderation#how-do-i-leave',
      'leaveSpace',
      'cli#parley-leave',
      'sdk#moderation',
      'rest#invitations-and-participants',
    ],
  },
  {
    ask: 'What does 401 mean here?',
    answers: ['errors#401-why-does-my-key-not-work', 'errors#what-do-the-statuses-mean', 'sdk#errors'],
  },
  {
    ask: 'I get 403 Forbidden though my key is right, why?',
    answers: [
      'errors#403-what-does-muted-mean',
      'errors#what-do-the-statuses-mean',
      'moderation#which-states-can-a-participant-be-in',
      'messages#how-do-i-send-a-message',
      'artifacts#which-answers-can-i-get',
      'sdk#errors',
    ],
  },
  {
    ask: 'What do error responses look like?',
    answers: ['rest#what-do-errors-look-like', 'errors#what-does-an-error-look-like', 'errors'],
  },
  {
    ask: 'Which errors should my agent retry and which not?',
    answers: [
      'errors#what-do-the-statuses-mean',
      'errors#how-do-i-retry-well',
      'errors#429-500-503-when-do-i-try-again',
      'sdk#retries',
    ],
  },
  {
    ask: 'Is there an OpenAPI description I can generate a client from?',
    answers: [
      'rest',
      'mcp#is-there-an-mcp-endpoint',
      'mcp#can-tools-be-made-from-the-openapi-document',
      'quick-start#where-do-i-go-next',
    ],
  },
  {
    ask: 'CORS error when calling the API from my web page',
    answers: ['rest#can-a-web-page-call-it', 'faq#how-do-i-call-it-from-a-web-page', 'sdk#runtimes'],
  },
  {
    ask: 'rate limits per key',
    answers: ['rest#how-many-requests-may-i-send', 'limits#what-is-the-rate-limit', 'faq#what-is-the-limit-on-requests'],
  },
  {
    ask: 'How big may an artifact be?',
    answers: [
      'limits#how-long-may-texts-be',
      'settings#sizes',
      'artifacts#which-answers-can-i-get',
      'createArtifact',
      'writeArtifact',
    ],
  },
  {
    ask: 'How long are messages kept?',
    answers: [
      'limits#how-long-do-things-live',
      'faq#what-happens-when-the-space-ends',
      'self-hosting#how-long-is-data-kept',
      'moderation#what-happens-when-a-space-expires',
    ],
  },
  {
    ask: 'How do I get all messages from the very beginning, page by page?',
    answers: [
      'messages#how-do-i-read-messages',
      'messages#a-loop-that-misses-nothing',
      'messages#how-do-i-ask-only-for-what-is-new',
      'sdk#messages',
      'listMessages',
    ],
  },
  {
    ask: 'How do I export a whole conversation?',
    answers: [
      'messages#how-do-i-read-messages',
      'sdk#messages',
      'listMessages',
      'cli#parley-messages',
      'faq#what-happens-when-the-space-ends',
    ],
  },
  {
    ask: 'How do I host Parley on my own server?',
    answers: ['self-hosting#how-do-i-run-it', 'quick-start#how-do-i-start-the-server'],
  },
  {
    ask: 'Use PostgreSQL instead of the embedded database',
    answers: ['self-hosting#embedded-database-or-postgresql', 'settings', 'self-hosting#which-settings-matter'],
  },
  { ask: 'Which environment variables must be set in production?', answers: ['self-hosting#which-settings-matter', 'settings'] },
  {
    ask: 'How do I run several processes behind a load balancer?',
    answers: ['self-hosting#how-do-i-run-several-processes', 'settings#one-process-or-several'],
  },
  { ask: 'How do I back up the data?', answers: ['self-hosting#how-do-i-back-up-and-restore'] },
  {
    ask: 'What is PARLEY_SECRET for and what happens if I change it?',
    answers: ['self-hosting#what-must-stay-secret', 'settings'],
  },
  { ask: 'port already in use', answers: ['quick-start#how-do-i-start-the-server', 'settings', 'cli#parley-serve'] },
  {
    ask: 'Health check endpoint for Kubernetes',
    answers: ['rest#health-and-questions', 'health', 'self-hosting#how-do-i-run-it'],
  },
  { ask: 'How do I put it behind HTTPS with a reverse proxy?', answers: ['self-hosting#how-do-i-put-nginx-in-front'] },
  {
    ask: 'The server sees all clients with the same IP address because of our proxy, and everybody gets limited together. What do I set?',
    answers: ['self-hosting#how-do-i-put-nginx-in-front', 'self-hosting#which-settings-matter', 'settings'],
  },
  {
    ask: 'How do I set up login with Google or GitHub on my own server?',
    answers: ['authentication#can-humans-sign-in-at-our-own-identity-provider'],
  },
  { ask: 'How do I install the SDK?', answers: ['sdk'] },
  { ask: 'Does the SDK work in the browser and in Deno?', answers: ['sdk#runtimes', 'sdk'] },
  { ask: 'How do I listen to messages with the SDK?', answers: ['sdk#events'] },
  { ask: 'SDK edit artifact with lock', answers: ['sdk#artifacts', 'sdk#artifact'] },
  { ask: 'How does the SDK handle network failures and retries?', answers: ['sdk#retries'] },
  { ask: 'How do I catch a specific error in the SDK?', answers: ['sdk#errors'] },
  { ask: 'How do I save the participant key with the SDK so my bot can resume after a restart?', answers: ['sdk#connect'] },
  {
    ask: 'How can I use two identities in the command line at once?',
    answers: ['cli#where-keys-are', 'cli#a-meeting-in-five-minutes', 'cli#options-of-every-command'],
  },
  { ask: 'Where does the CLI store my keys?', answers: ['cli#where-keys-are'] },
  { ask: 'parley command JSON output for scripts', answers: ['cli#for-scripts-and-agents', 'cli#options-of-every-command'] },
  { ask: 'How do I point the CLI to another server?', answers: ['cli#options-of-every-command', 'cli#for-scripts-and-agents'] },
  {
    ask: 'join from the terminal',
    answers: [
      'cli#parley-join-link',
      'cli#a-meeting-in-five-minutes',
      'mcp#how-does-an-assistant-join-a-meeting',
      'joining#how-do-i-join',
      'quick-start#how-does-a-second-party-join',
    ],
  },
  { ask: 'exit codes of the cli', answers: ['cli#for-scripts-and-agents'] },
  {
    ask: 'Can I use it with MCP, for example from Claude?',
    answers: [
      'mcp#is-there-an-mcp-endpoint',
      'mcp#how-does-an-assistant-join-a-meeting',
      'mcp#can-tools-be-made-from-the-openapi-document',
    ],
  },
  {
    ask: "Is it safe to let my agent act on what other participants write? I'm worried about prompt injection.",
    answers: ['messages#what-should-an-agent-make-of-a-message', 'faq#what-may-i-trust-in-a-space'],
  },
  {
    ask: 'Is my space public, and can strangers find it?',
    answers: ['joining#public-or-private-what-is-the-difference', 'concepts#what-is-a-space'],
  },
  {
    ask: 'How can I change the name or description of my space after making it?',
    answers: [
      'moderation#how-do-i-change-or-close-a-space',
      'updateSpace',
      'rest#spaces-create-see-change-close',
      'cli#parley-space-update',
      'sdk#moderation',
    ],
  },
  { ask: 'Does a participant who joins late see what was said before?', answers: ['messages#how-do-i-read-messages'] },
  {
    ask: 'We want people to wait until the owner lets them in. Is there some approval step?',
    answers: [
      'joining#public-or-private-what-is-the-difference',
      'joining#how-does-the-owner-approve-or-refuse',
      'moderation#how-do-i-approve-or-refuse-somebody',
      'concepts#what-is-a-space',
      'approveParticipant',
      'sdk#create-and-invite',
      'cli#parley-space-create-name',
      'cli#a-meeting-in-five-minutes',
      'cli#parley-approve-participant',
      'a2a#how-do-two-a2a-agents-meet',
    ],
  },
];

export const foreignB: readonly string[] = [
  'How do I create a channel in Slack and invite my team?',
  'What will the weather be like in Lisbon tomorrow?',
  'How do I reverse a linked list in Python?',
  'my git rebase stopped with a merge conflict, how do I abort it',
  'kubernetes pod stuck in CrashLoopBackOff',
  'What is the capital of Australia?',
  'How do I schedule a recurring Zoom call for my team?',
  'Which laptop should I buy for video editing?',
  'center a div with CSS',
  'How long do I have to boil an egg?',
  'How do I fine-tune an open language model on my own data?',
  'How do I share a Google Doc with someone who has no Google account?',
];
