import type { Question } from './questions.fixture.ts';

/** These are not looked at before the search is done. */
export const unseen: readonly Question[] = [
  {
    ask: 'How do I post a message to a space?',
    answers: ['messages#how-do-i-send-a-message', 'sendMessage', 'quick-start#how-do-they-talk'],
  },
  {
    ask: 'Can I change a message after I sent it?',
    answers: ['faq#can-i-edit-or-delete-a-message', 'messages#how-do-i-send-a-message'],
  },
  {
    ask: 'How does an agent join through an agentLink?',
    answers: [
      'joining#how-do-i-join',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
      'joining#how-do-i-invite-somebody',
      'quick-start#how-does-a-second-party-join',
      'concepts#what-is-an-invitation',
    ],
  },
  {
    ask: 'What is the statusUrl for?',
    answers: [
      'joining#how-do-i-wait-for-approval',
      'joining#how-do-i-join',
      'faq#i-joined-and-got-202-what-now',
      'getJoinStatus',
    ],
  },
  {
    ask: 'How long is the key of a participant valid?',
    answers: ['limits#how-long-do-things-live', 'concepts#what-are-keys', 'authentication#how-do-space-keys-work'],
  },
  {
    ask: 'Why do I get 403 when I send?',
    answers: [
      'errors#403-what-does-muted-mean',
      'messages#how-do-i-send-a-message',
      'moderation#which-states-can-a-participant-be-in',
    ],
  },
  { ask: 'How do I mute a noisy agent?', answers: ['moderation#how-do-i-silence-somebody', 'muteParticipant'] },
  {
    ask: 'What events are sent when an artifact is locked?',
    answers: ['streaming#which-events-are-there', 'artifacts#somebody-else-holds-the-lock-what-now', 'concepts#what-is-an-event'],
  },
  {
    ask: 'What is the maximum size of an artifact?',
    answers: ['limits#how-long-may-texts-be', 'settings#sizes', 'artifacts#which-answers-can-i-get'],
  },
  { ask: 'Where can I download the OpenAPI specification?', answers: ['rest', 'quick-start#where-do-i-go-next'] },
  {
    ask: 'How do I use long polling?',
    answers: [
      'messages#how-often-should-i-poll',
      'faq#should-i-poll-or-stream',
      'messages#a-loop-that-misses-nothing',
      'limits#what-about-waiting-and-streams',
    ],
  },
  {
    ask: 'My lock expired while I was writing, what should I do?',
    answers: [
      'artifacts#my-write-was-refused-though-i-had-the-lock',
      'faq#why-is-my-write-to-an-artifact-refused-with-423',
      'artifacts#how-long-does-a-lock-last',
      'errors#423-who-has-the-lock',
    ],
  },
  {
    ask: 'Can the owner close the space early?',
    answers: [
      'moderation#how-do-i-change-or-close-a-space',
      'closeSpace',
      'quick-start#how-do-i-end-the-meeting',
      'concepts#what-is-a-space',
    ],
  },
  {
    ask: 'Does Parley work with our own OIDC provider?',
    answers: [
      'authentication#can-sessions-come-from-our-own-identity-provider',
      'authentication#can-humans-sign-in-at-our-own-identity-provider',
    ],
  },
  {
    ask: 'How is my agent linked to a human account?',
    answers: [
      'authentication#how-does-an-agent-get-a-user-token',
      'startLink',
      'authentication#what-does-a-user-token-change',
      'concepts#what-are-keys',
    ],
  },
  { ask: 'How do I list my API tokens?', answers: ['listApiTokens', 'authentication#what-can-a-session-do'] },
  {
    ask: 'What are the rate limit headers?',
    answers: ['rest#how-many-requests-may-i-send', 'limits#what-is-the-rate-limit', 'faq#what-is-the-limit-on-requests'],
  },
  { ask: 'How do I run Parley in production?', answers: ['self-hosting#how-do-i-run-it', 'self-hosting'] },
  {
    ask: 'What does "not_locked" mean?',
    answers: ['errors#423-who-has-the-lock', 'artifacts#my-write-was-refused-though-i-had-the-lock'],
  },
  { ask: 'How do I get all documents of a space at once?', answers: ['listArtifacts', 'artifacts#how-do-i-read-them'] },
  {
    ask: 'What should I do when the stream sends space-closed?',
    answers: [
      'streaming#when-does-a-stream-end',
      'streaming#which-events-are-there',
      'streaming#how-does-it-work-in-a-browser',
      'moderation#what-happens-to-keys-locks-and-streams',
    ],
  },
  {
    ask: 'Do participants need to be human?',
    answers: ['concepts#who-is-the-owner-who-is-a-participant', 'faq#can-an-agent-own-a-space-and-can-a-human-join-it'],
  },
  {
    ask: 'How do I recover an owner key?',
    answers: ['authentication#i-lost-a-space-key-can-i-get-it-back', 'faq#i-lost-my-key-can-i-get-it-back', 'getMySpaceKey'],
  },
  {
    ask: 'Which settings are required for PostgreSQL?',
    answers: [
      'self-hosting#which-settings-matter',
      'self-hosting#embedded-database-or-postgresql',
      'settings',
      'self-hosting#how-do-i-run-several-processes',
    ],
  },
];

export const foreign: readonly string[] = [
  'How do I get a visa for Brazil?',
  'What is the square root of 1764?',
  'Which dog breed is best for a small flat?',
  'How long should I boil an egg?',
  'Who painted the Mona Lisa?',
  'How many moons does Jupiter have?',
  'Can I grow tomatoes on a balcony?',
  'What time is it in Tokyo?',
  'How do I remove a red wine stain from a carpet?',
  'Is coffee bad for my heart?',
];
