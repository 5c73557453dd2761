import { batchA } from './batch-a.fixture.ts';
import { batchB } from './batch-b.fixture.ts';
import { batchC } from './batch-c.fixture.ts';
import { fromReadmeA } from './from-readme-a.fixture.ts';
import { fromReadmeB } from './from-readme-b.fixture.ts';
import { fromReadmeC } from './from-readme-c.fixture.ts';
import { hard } from './hard-paraphrases.fixture.ts';
import { paraphrases } from './paraphrases.fixture.ts';

/** What people and agents ask, and the sections or operations that answer it. */
export interface Question {
  ask: string;
  answers: readonly string[];
}

const plain: readonly Question[] = [
  {
    ask: 'How do I create a space?',
    answers: ['quick-start#how-do-i-make-a-space', 'createSpace', 'rest#spaces-create-see-change-close'],
  },
  {
    ask: 'How can an agent join a meeting with an invitation link?',
    answers: [
      'joining#how-do-i-join',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
      'joinSpace',
      'quick-start#how-does-a-second-party-join',
    ],
  },
  {
    ask: 'What do I do after a 202 when joining?',
    answers: ['faq#i-joined-and-got-202-what-now', 'joining#how-do-i-wait-for-approval'],
  },
  { ask: 'How do I send a message?', answers: ['messages#how-do-i-send-a-message', 'sendMessage'] },
  {
    ask: 'How do I get only the messages I have not seen yet?',
    answers: [
      'messages#how-do-i-ask-only-for-what-is-new',
      'concepts#what-is-a-cursor',
      'messages#how-do-i-read-messages',
      'listMessages',
    ],
  },
  { ask: 'How often should I poll?', answers: ['messages#how-often-should-i-poll', 'faq#should-i-poll-or-stream'] },
  {
    ask: 'How do I receive messages in real time?',
    answers: [
      'streaming#how-do-i-open-a-stream',
      'streamMessages',
      'faq#should-i-poll-or-stream',
      'streaming',
      'quick-start#how-do-they-talk',
    ],
  },
  {
    ask: 'How do I resume a stream after the connection was lost?',
    answers: ['streaming#how-do-i-resume-after-a-lost-connection'],
  },
  { ask: 'Which events does the stream send?', answers: ['streaming#which-events-are-there', 'concepts#what-is-an-event'] },
  {
    ask: 'How do I edit a shared document?',
    answers: ['artifacts#how-do-i-edit-an-artifact', 'quick-start#how-do-they-write-a-document-together', 'writeArtifact'],
  },
  {
    ask: 'What does 423 mean?',
    answers: [
      'errors#423-who-has-the-lock',
      'errors#what-do-the-statuses-mean',
      'faq#why-is-my-write-to-an-artifact-refused-with-423',
      'artifacts#my-write-was-refused-though-i-had-the-lock',
    ],
  },
  {
    ask: 'How long does an edit lock last?',
    answers: ['artifacts#how-long-does-a-lock-last', 'concepts#what-is-a-lock', 'limits#how-long-do-things-live'],
  },
  {
    ask: 'How do I keep a lock while I am thinking?',
    answers: ['artifacts#how-long-does-a-lock-last', 'heartbeatArtifactLock', 'artifacts#how-do-i-edit-an-artifact'],
  },
  {
    ask: 'Can the owner take the lock away from somebody?',
    answers: ['artifacts#how-does-the-owner-take-a-lock-away', 'moderation#how-do-i-take-a-lock-away', 'unlockArtifact'],
  },
  { ask: 'How do I kick a participant?', answers: ['moderation#how-do-i-remove-somebody', 'kickParticipant'] },
  {
    ask: 'What can a muted participant still do?',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'errors#403-what-does-muted-mean',
      'moderation#which-states-can-a-participant-be-in',
      'muteParticipant',
    ],
  },
  {
    ask: 'How do I approve someone who wants to join?',
    answers: [
      'joining#how-does-the-owner-approve-or-refuse',
      'moderation#how-do-i-approve-or-refuse-somebody',
      'approveParticipant',
    ],
  },
  {
    ask: 'What is the rate limit?',
    answers: ['limits#what-is-the-rate-limit', 'rest#how-many-requests-may-i-send', 'faq#what-is-the-limit-on-requests'],
  },
  {
    ask: 'What should I do when I get 429?',
    answers: [
      'errors#429-500-503-when-do-i-try-again',
      'rest#how-many-requests-may-i-send',
      'limits#what-is-the-rate-limit',
      'faq#what-is-the-limit-on-requests',
    ],
  },
  {
    ask: 'How do I retry a request safely?',
    answers: [
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'errors#how-do-i-retry-well',
      'faq#how-do-i-send-a-message-only-once-if-the-network-fails',
    ],
  },
  {
    ask: 'What is an Idempotency-Key?',
    answers: [
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'faq#how-do-i-send-a-message-only-once-if-the-network-fails',
      'errors#how-do-i-retry-well',
    ],
  },
  {
    ask: 'How do I get a user token for my agent?',
    answers: ['authentication#how-does-an-agent-get-a-user-token', 'createApiToken'],
  },
  {
    ask: 'I lost my owner key, can I get it back?',
    answers: ['authentication#i-lost-a-space-key-can-i-get-it-back', 'faq#i-lost-my-key-can-i-get-it-back', 'getMySpaceKey'],
  },
  {
    ask: 'How do I revoke a token?',
    answers: ['revokeApiToken', 'authentication#what-can-a-session-do', 'authentication#how-does-an-agent-get-a-user-token'],
  },
  {
    ask: 'How long does a space live?',
    answers: [
      'limits#how-long-do-things-live',
      'concepts#what-is-a-space',
      'faq#can-i-make-a-space-live-longer',
      'moderation#what-happens-when-a-space-expires',
    ],
  },
  { ask: 'How large can a message be?', answers: ['limits#how-long-may-texts-be', 'settings#sizes'] },
  {
    ask: 'Which database does it use?',
    answers: ['self-hosting#embedded-database-or-postgresql', 'settings#one-process-or-several'],
  },
  {
    ask: 'How do I run several server processes?',
    answers: ['self-hosting#how-do-i-run-several-processes', 'settings#one-process-or-several'],
  },
  { ask: 'How do I put it behind nginx?', answers: ['self-hosting#how-do-i-put-nginx-in-front'] },
  { ask: 'How do I back up my data?', answers: ['self-hosting#how-do-i-back-up-and-restore'] },
  {
    ask: 'make a new room for two bots',
    answers: ['quick-start#how-do-i-make-a-space', 'createSpace', 'rest#spaces-create-see-change-close'],
  },
  {
    ask: 'What is the difference between a public and a private space?',
    answers: ['joining#public-or-private-what-is-the-difference'],
  },
  {
    ask: 'where do I put my key in a request?',
    answers: ['rest#which-headers-do-i-send', 'authentication#how-do-space-keys-work', 'concepts#what-are-keys'],
  },
  {
    ask: 'Can I use EventSource in a browser without setting headers?',
    answers: ['streaming#how-does-it-work-in-a-browser', 'faq#how-do-i-call-it-from-a-web-page'],
  },
  { ask: 'Why did my stream end?', answers: ['streaming#when-does-a-stream-end'] },
  {
    ask: 'Are messages ever lost or delivered twice?',
    answers: [
      'faq#how-do-i-make-sure-that-i-miss-no-message',
      'messages#a-loop-that-misses-nothing',
      'concepts#what-can-i-rely-on',
      'streaming#how-do-i-resume-after-a-lost-connection',
    ],
  },
  {
    ask: 'In which order do messages arrive?',
    answers: [
      'concepts#what-can-i-rely-on',
      'concepts#what-is-an-event',
      'messages#how-do-i-read-messages',
      'concepts#what-is-a-message',
    ],
  },
  { ask: 'What message types are there?', answers: ['messages#which-types-are-there', 'concepts#what-is-a-message'] },
  {
    ask: 'Can I send an image?',
    answers: ['messages#which-types-are-there', 'messages#how-do-i-send-a-message', 'concepts#what-is-a-message'],
  },
  { ask: 'How do I read the content of an artifact?', answers: ['artifacts#how-do-i-read-them', 'getArtifact', 'listArtifacts'] },
  { ask: 'download a document as markdown', answers: ['downloadArtifact', 'artifacts#how-do-i-read-them'] },
  {
    ask: 'What happens when my lock expires before I write?',
    answers: [
      'artifacts#my-write-was-refused-though-i-had-the-lock',
      'artifacts#how-long-does-a-lock-last',
      'artifacts#when-else-does-a-lock-end',
      'errors#423-who-has-the-lock',
    ],
  },
  {
    ask: 'How do I give the lock back?',
    answers: ['unlockArtifact', 'artifacts#how-do-i-edit-an-artifact', 'artifacts#when-else-does-a-lock-end'],
  },
  { ask: 'How do I leave a space?', answers: ['moderation#how-do-i-leave', 'leaveSpace'] },
  {
    ask: 'What happens to the keys when a space is closed?',
    answers: [
      'moderation#what-happens-to-keys-locks-and-streams',
      'faq#what-happens-when-the-space-ends',
      'authentication#how-do-space-keys-work',
      'moderation#how-do-i-change-or-close-a-space',
      'closeSpace',
    ],
  },
  {
    ask: 'How do I change the name or agenda of a space?',
    answers: ['updateSpace', 'moderation#how-do-i-change-or-close-a-space', 'rest#spaces-create-see-change-close'],
  },
  {
    ask: 'How do I unmute someone?',
    answers: ['unmuteParticipant', 'moderation#how-do-i-silence-somebody', 'cli#parley-unmute-participant'],
  },
  {
    ask: 'Who is in the space right now?',
    answers: ['getSpace', 'concepts#what-is-the-context-bundle', 'rest#spaces-create-see-change-close'],
  },
  { ask: 'What does 401 mean for my key?', answers: ['errors#401-why-does-my-key-not-work', 'errors#what-do-the-statuses-mean'] },
  { ask: 'What does the error code space_closed mean?', answers: ['errors#409-410-422-what-is-in-conflict'] },
  {
    ask: 'What happens if I reuse an idempotency key with another body?',
    answers: ['rest#how-do-i-retry-a-write-safely-with-an-idempotency-key', 'errors#409-410-422-what-is-in-conflict'],
  },
  {
    ask: 'How does a human approve linking an agent?',
    answers: ['authentication#how-does-an-agent-get-a-user-token', 'startLink'],
  },
  {
    ask: 'How does my agent poll for the token and how often?',
    answers: ['pollLink', 'authentication#how-does-an-agent-get-a-user-token'],
  },
  {
    ask: 'How can I use my own identity provider?',
    answers: [
      'authentication#can-sessions-come-from-our-own-identity-provider',
      'authentication#can-humans-sign-in-at-our-own-identity-provider',
    ],
  },
  { ask: 'Which environment variables configure the server?', answers: ['settings', 'self-hosting#which-settings-matter'] },
  { ask: 'How many participants can a space have?', answers: ['limits#how-many-may-there-be', 'settings#sizes'] },
  { ask: 'How do I start the server?', answers: ['quick-start#how-do-i-start-the-server', 'self-hosting#how-do-i-run-it'] },
  {
    ask: 'Do I need to register an account to create a space?',
    answers: ['faq#do-i-need-an-account', 'authentication#which-credentials-are-there'],
  },
  {
    ask: 'Is there an OpenAPI description?',
    answers: ['rest', 'authentication#what-do-machines-discover', 'quick-start#where-do-i-go-next'],
  },
  { ask: 'How does API versioning work?', answers: ['rest#how-do-versions-and-deprecations-work'] },
];

/** The search was tuned with these in sight. */
export const seen: readonly Question[] = [
  ...plain,
  ...paraphrases,
  ...hard,
  ...batchA,
  ...batchB,
  ...batchC,
  ...fromReadmeA,
  ...fromReadmeB,
  ...fromReadmeC,
];
