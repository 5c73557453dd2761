import type { Question } from './questions.fixture.ts';

/** The words of beginners and of experts, codes and headers, what is said in haste or called otherwise elsewhere. */
export const paraphrases: readonly Question[] = [
  { ask: 'whats a space', answers: ['concepts#what-is-a-space'] },
  {
    ask: 'My join request returned pending, how long until I get my key?',
    answers: ['joining#how-do-i-wait-for-approval', 'faq#i-joined-and-got-202-what-now', 'getJoinStatus'],
  },
  {
    ask: 'is it possible to ban a user permanently?',
    answers: ['moderation#how-do-i-remove-somebody', 'joining#when-am-i-refused', 'kickParticipant'],
  },
  { ask: 'how to delete a message I posted by mistake', answers: ['faq#can-i-edit-or-delete-a-message'] },
  {
    ask: 'HTTP 401 key_revoked what happened',
    answers: ['errors#401-why-does-my-key-not-work', 'moderation#how-do-i-remove-somebody'],
  },
  { ask: 'rename an artifact', answers: ['artifacts#how-do-i-create-one'] },
  {
    ask: 'Last-Event-ID header',
    answers: [
      'streaming#how-do-i-resume-after-a-lost-connection',
      'streaming#where-does-a-stream-begin',
      'concepts#what-is-a-cursor',
    ],
  },
  {
    ask: 'service unavailable 503',
    answers: ['errors#429-500-503-when-do-i-try-again', 'errors#how-do-i-retry-well', 'errors#what-do-the-statuses-mean'],
  },
  {
    ask: 'use Keycloak for login',
    answers: [
      'authentication#can-sessions-come-from-our-own-identity-provider',
      'authentication#can-humans-sign-in-at-our-own-identity-provider',
    ],
  },
  { ask: 'docker or systemd deployment', answers: ['self-hosting#how-do-i-run-it'] },
  { ask: 'change the port', answers: ['quick-start#how-do-i-start-the-server', 'settings'] },
  {
    ask: 'which curl command creates a meeting',
    answers: ['quick-start#how-do-i-make-a-space', 'rest#spaces-create-see-change-close', 'createSpace'],
  },
  {
    ask: 'generate invite url',
    answers: ['joining#how-do-i-invite-somebody', 'createInvitation', 'quick-start#how-does-a-second-party-join'],
  },
  {
    ask: 'I leaked an invite link, can I disable it?',
    answers: ['faq#can-i-withdraw-an-invitation', 'joining#how-do-i-invite-somebody'],
  },
  {
    ask: 'should I trust what other agents write in the chat',
    answers: ['faq#what-may-i-trust-in-a-space', 'messages#what-should-an-agent-make-of-a-message'],
  },
  {
    ask: 'how do I fetch the message history page by page',
    answers: ['messages#how-do-i-read-messages', 'listMessages', 'messages#how-do-i-ask-only-for-what-is-new'],
  },
  { ask: 'my bot answers its own messages in an endless loop', answers: ['messages#a-loop-that-misses-nothing'] },
  { ask: 'how do I attach a picture to a message', answers: ['messages#which-types-are-there'] },
  {
    ask: 'my LLM takes 15 minutes to write, will I lose the lock?',
    answers: ['artifacts#how-long-does-a-lock-last', 'heartbeatArtifactLock'],
  },
  {
    ask: 'somebody overwrote my changes, how to avoid that?',
    answers: [
      'artifacts#how-do-i-edit-an-artifact',
      'artifacts#my-write-was-refused-though-i-had-the-lock',
      'faq#are-old-versions-of-an-artifact-kept',
    ],
  },
  { ask: 'give a muted user their voice back', answers: ['unmuteParticipant', 'moderation#how-do-i-silence-somebody'] },
  {
    ask: 'what happens to my work when I get kicked',
    answers: ['moderation#how-do-i-remove-somebody', 'moderation#what-happens-to-keys-locks-and-streams'],
  },
  {
    ask: 'X-Private-Key',
    answers: ['rest#which-headers-do-i-send', 'concepts#what-are-keys', 'authentication#how-do-space-keys-work'],
  },
  {
    ask: '422 key_reused',
    answers: ['errors#409-410-422-what-is-in-conflict', 'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key'],
  },
  {
    ask: 'lock-expired event',
    answers: [
      'streaming#which-events-are-there',
      'artifacts#how-long-does-a-lock-last',
      'artifacts#somebody-else-holds-the-lock-what-now',
    ],
  },
  { ask: 'session_required', answers: ['errors#401-why-does-my-key-not-work', 'authentication#what-can-a-session-do'] },
  {
    ask: 'requestId for support',
    answers: ['errors', 'rest#what-do-errors-look-like', 'errors#429-500-503-when-do-i-try-again'],
  },
  {
    ask: 'health check endpoint for kubernetes probe',
    answers: ['health', 'self-hosting#how-do-i-run-it', 'rest#health-and-questions'],
  },
  { ask: 'rotate the server secret', answers: ['self-hosting#what-must-stay-secret'] },
  { ask: 'device code flow', answers: ['authentication#how-does-an-agent-get-a-user-token', 'startLink', 'pollLink'] },
  { ask: 'API deprecation sunset policy', answers: ['rest#how-do-versions-and-deprecations-work'] },
  {
    ask: 'nginx buffering sse',
    answers: ['self-hosting#how-do-i-put-nginx-in-front', 'streaming#how-do-i-know-that-a-quiet-stream-is-alive'],
  },
  { ask: "hi, i'm new here, what is this thing for?", answers: ['concepts#what-is-a-space', 'concepts', 'quick-start'] },
  { ask: 'is it free of accounts, no login?', answers: ['faq#do-i-need-an-account', 'concepts#what-are-keys', 'authentication'] },
  {
    ask: 'who can see what i write?',
    answers: [
      'faq#can-i-send-a-private-message-to-one-participant',
      'messages#how-do-i-send-a-message',
      'concepts#what-is-a-message',
    ],
  },
  { ask: 'i want out of this meeting', answers: ['moderation#how-do-i-leave', 'leaveSpace'] },
  {
    ask: 'why cant i write anything anymore, i can only read',
    answers: [
      'errors#403-what-does-muted-mean',
      'moderation#how-do-i-silence-somebody',
      'moderation#which-states-can-a-participant-be-in',
    ],
  },
  {
    ask: 'how do we write a text together',
    answers: ['quick-start#how-do-they-write-a-document-together', 'artifacts', 'artifacts#how-do-i-edit-an-artifact'],
  },
  {
    ask: 'switch a room from public to private',
    answers: ['joining#public-or-private-what-is-the-difference', 'moderation#how-do-i-change-or-close-a-space'],
  },
  { ask: 'show me all my rooms', answers: ['listMySpaces', 'authentication#what-can-a-session-do'] },
  { ask: 'the first user of a fresh server, how is it made', answers: ['self-hosting#who-makes-the-first-account'] },
  {
    ask: 'What fields can I pass when creating a space?',
    answers: ['createSpace', 'rest#spaces-create-see-change-close', 'quick-start#how-do-i-make-a-space'],
  },
  { ask: 'How do I pick a display name and role when entering?', answers: ['joining#how-do-i-join', 'joinSpace'] },
  {
    ask: 'Can someone else steal the participant key while I wait for approval?',
    answers: ['joining#how-do-i-wait-for-approval', 'joining#how-do-i-handle-the-keys'],
  },
  { ask: 'Is Markdown rendered in messages?', answers: ['messages#which-types-are-there'] },
  {
    ask: 'Polling or streaming, which one is better for an agent?',
    answers: ['faq#should-i-poll-or-stream', 'messages#how-often-should-i-poll'],
  },
  {
    ask: 'How can I pass the key when my SSE client cannot set headers?',
    answers: [
      'streaming#how-does-it-work-in-a-browser',
      'faq#how-do-i-call-it-from-a-web-page',
      'authentication#how-do-space-keys-work',
    ],
  },
  {
    ask: 'Who currently holds the lock?',
    answers: ['errors#423-who-has-the-lock', 'artifacts#somebody-else-holds-the-lock-what-now', 'artifacts#how-do-i-read-them'],
  },
  {
    ask: 'How do I stop someone from talking without removing them?',
    answers: ['moderation#how-do-i-silence-somebody', 'muteParticipant'],
  },
  { ask: 'Which secrets do I have to protect on the server?', answers: ['self-hosting#what-must-stay-secret'] },
  {
    ask: 'How do I configure my reverse proxy for streaming?',
    answers: ['self-hosting#how-do-i-put-nginx-in-front', 'streaming#how-do-i-know-that-a-quiet-stream-is-alive'],
  },
  {
    ask: 'Where does the name and the description of a space appear and can I edit them afterwards?',
    answers: ['updateSpace', 'moderation#how-do-i-change-or-close-a-space', 'rest#spaces-create-see-change-close'],
  },
  {
    ask: 'I get limit_reached when joining',
    answers: ['errors#409-410-422-what-is-in-conflict', 'limits#how-many-may-there-be', 'joining#when-am-i-refused'],
  },
  {
    ask: 'owner_protected error when I kick',
    answers: ['errors#409-410-422-what-is-in-conflict', 'moderation#can-the-owner-be-moderated'],
  },
  {
    ask: 'how can an agent tell if another participant is a bot or a human',
    answers: [
      'concepts#who-is-the-owner-who-is-a-participant',
      'faq#can-an-agent-own-a-space-and-can-a-human-join-it',
      'faq#what-may-i-trust-in-a-space',
    ],
  },
  {
    ask: 'preview a space before I join it',
    answers: ['joining#public-or-private-what-is-the-difference', 'getSpace', 'concepts#what-is-an-invitation'],
  },
  {
    ask: 'how are timestamps used as cursors',
    answers: ['concepts#what-is-a-cursor', 'messages#how-do-i-ask-only-for-what-is-new'],
  },
  { ask: 'release the lock after editing', answers: ['unlockArtifact', 'artifacts#how-do-i-edit-an-artifact'] },
  { ask: 'do messages of a kicked participant stay visible', answers: ['moderation#how-do-i-remove-somebody'] },
  { ask: 'are unknown json fields ignored', answers: ['rest#which-headers-do-i-send'] },
  { ask: 'who am i logged in as', answers: ['getMe', 'authentication#how-does-a-human-sign-in', 'rest#linking-and-account'] },
  { ask: 'human refused the link request', answers: ['authentication#how-does-an-agent-get-a-user-token', 'pollLink'] },
  {
    ask: 'Can a space exist without a time limit?',
    answers: ['limits#how-long-do-things-live', 'faq#can-i-make-a-space-live-longer', 'concepts#what-is-a-space'],
  },
  {
    ask: 'Does posting a message require holding a lock?',
    answers: ['concepts#what-is-a-lock', 'messages#how-do-i-send-a-message'],
  },
  { ask: 'Will the message be stored if the server dies right after answering?', answers: ['concepts#what-can-i-rely-on'] },
  {
    ask: 'Are names unique within a space?',
    answers: ['joining#how-do-i-join', 'artifacts#how-do-i-create-one', 'concepts#who-is-the-owner-who-is-a-participant'],
  },
  {
    ask: 'How do I make sure a POST is not executed twice after a timeout?',
    answers: [
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'faq#how-do-i-send-a-message-only-once-if-the-network-fails',
      'errors#how-do-i-retry-well',
    ],
  },
  {
    ask: 'How do I regain access to a space after my agent lost its state?',
    answers: ['authentication#i-lost-a-space-key-can-i-get-it-back', 'faq#i-lost-my-key-can-i-get-it-back', 'getMySpaceKey'],
  },
  {
    ask: 'Link poll returns 410',
    answers: ['errors#409-410-422-what-is-in-conflict', 'authentication#how-does-an-agent-get-a-user-token', 'pollLink'],
  },
  { ask: 'Where are OAuth metadata documents published?', answers: ['authentication#what-do-machines-discover'] },
  { ask: 'Which PostgreSQL version is supported?', answers: ['self-hosting#embedded-database-or-postgresql', 'settings'] },
  { ask: 'How do I set the public URL?', answers: ['self-hosting#which-settings-matter', 'settings'] },
];
