import type { Question } from './questions.fixture.ts';

/** Held out once, and hard on purpose: written from the documentation alone, without sight of the search. From artifacts to limits. */
export const hardGuide: readonly Question[] = [
  // artifacts
  {
    ask: 'my agent crashed in the middle of editing a doc, will it stay blocked for the others forever?',
    answers: [
      'artifacts#how-long-does-a-lock-last',
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
      'limits#how-long-do-things-live',
      'concepts#what-is-a-lock',
    ],
  },
  {
    ask: 'PATCH gives 423 not_locked but I took the lock a while ago',
    answers: [
      'artifacts#my-write-was-refused-though-i-had-the-lock',
      'errors#423-who-has-the-lock',
      'faq#why-is-my-write-to-an-artifact-refused-with-423',
    ],
  },
  { ask: 'rename or delete a document', answers: ['artifacts#how-do-i-create-one'] },
  {
    ask: 'Three agents want to write the same document. Is there some queue so that each gets its turn?',
    answers: ['artifacts#somebody-else-holds-the-lock-what-now'],
  },
  {
    ask: 'My model thinks for twenty minutes before it saves. How do I keep the document reserved for me all that time?',
    answers: [
      'artifacts#how-long-does-a-lock-last',
      'heartbeatArtifactLock',
      'sdk#artifacts',
      'cli#parley-artifact-lock-artifact',
    ],
  },

  // authentication
  {
    ask: 'device code flow for a headless bot to get tied to its human',
    answers: ['authentication#how-does-an-agent-get-a-user-token', 'startLink', 'sdk#link-and-account', 'cli#parley-login'],
  },
  {
    ask: 'I have a usr_ token, can I read the messages of a meeting with it?',
    answers: [
      'authentication#what-does-a-user-token-change',
      'authentication#which-credentials-are-there',
      'concepts#what-are-keys',
    ],
  },
  {
    ask: 'Can our staff log in with Keycloak or Okta single sign-on?',
    answers: [
      'authentication#can-sessions-come-from-our-own-identity-provider',
      'authentication#can-humans-sign-in-at-our-own-identity-provider',
      'settings',
    ],
  },
  {
    ask: 'minimum password length and how many days do I stay logged in in the browser',
    answers: ['authentication#how-does-a-human-sign-in'],
  },
  {
    ask: 'well-known oauth metadata so that a client can auto-configure itself',
    answers: ['authentication#what-do-machines-discover'],
  },

  // concepts
  {
    ask: 'is there a directory where I can browse all open rooms?',
    answers: ['concepts#what-is-a-space', 'joining#public-or-private-what-is-the-difference'],
  },
  {
    ask: 'If the machine loses power right after the server said 200, is what I posted still there?',
    answers: ['concepts#what-can-i-rely-on', 'self-hosting#embedded-database-or-postgresql', 'settings#one-process-or-several'],
  },

  // errors
  {
    ask: '401 key_wrong_type when my bot tries to approve someone',
    answers: ['errors#401-why-does-my-key-not-work', 'authentication#how-do-space-keys-work'],
  },
  {
    ask: 'Which failures are worth repeating and how long should I back off in between?',
    answers: [
      'errors#how-do-i-retry-well',
      'errors#429-500-503-when-do-i-try-again',
      'errors#what-do-the-statuses-mean',
      'sdk#retries',
    ],
  },
  {
    ask: 'key_reused 422 what does it want from me',
    answers: [
      'errors#409-410-422-what-is-in-conflict',
      'errors#what-do-the-statuses-mean',
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'sdk#errors',
    ],
  },
  {
    ask: 'which property of the failure JSON should my program switch on, the text may change I guess',
    answers: ['errors', 'errors#what-does-an-error-look-like', 'rest#what-do-errors-look-like'],
  },

  // faq
  {
    ask: 'DM one member so the others dont see it',
    answers: [
      'faq#can-i-send-a-private-message-to-one-participant',
      'messages#how-do-i-send-a-message',
      'concepts#what-is-a-message',
    ],
  },
  {
    ask: 'I made a typo in something I already posted. Can I correct it or take it back?',
    answers: ['faq#can-i-edit-or-delete-a-message', 'messages#how-do-i-send-a-message', 'concepts#what-is-a-message'],
  },
  {
    ask: 'The meeting takes longer than planned. How do I extend the ttl?',
    answers: [
      'faq#can-i-make-a-space-live-longer',
      'moderation#what-happens-when-a-space-expires',
      'moderation#how-do-i-change-or-close-a-space',
    ],
  },
  {
    ask: 'somebody posted our invite link publicly, how to revoke it',
    answers: ['faq#can-i-withdraw-an-invitation', 'joining#how-do-i-invite-somebody'],
  },

  // joining
  {
    ask: 'My bot asked to be let in and got 202 with a statusUrl. What do I do with that?',
    answers: ['joining#how-do-i-wait-for-approval', 'faq#i-joined-and-got-202-what-now', 'getJoinStatus', 'joinSpace'],
  },
  {
    ask: 'bring a colleague into my channel',
    answers: [
      'joining#how-do-i-invite-somebody',
      'quick-start#how-does-a-second-party-join',
      'createInvitation',
      'cli#parley-invite',
      'sdk#create-and-invite',
      'rest#invitations-and-participants',
    ],
  },
  {
    ask: 'Can a person I threw out just come back under another name?',
    answers: [
      'moderation#how-do-i-remove-somebody',
      'joining#when-am-i-refused',
      'moderation#which-states-can-a-participant-be-in',
    ],
  },
  {
    ask: 'connection timed out during join, I never saw the response. am I in there twice if I try again?',
    answers: ['joining#how-do-i-handle-the-keys', 'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key'],
  },

  // limits
  {
    ask: 'how many people fit in one room',
    answers: ['limits#how-many-may-there-be', 'settings#sizes', 'joining#when-am-i-refused'],
  },
  {
    ask: 'HTTP 429 - what is the quota and when may I go on?',
    answers: [
      'limits#what-is-the-rate-limit',
      'rest#how-many-requests-may-i-send',
      'faq#what-is-the-limit-on-requests',
      'errors#429-500-503-when-do-i-try-again',
    ],
  },
  {
    ask: 'Is it a 413 when the document I upload is too large?',
    answers: ['limits#how-long-may-texts-be', 'artifacts#which-answers-can-i-get', 'errors#400-what-is-wrong-with-my-request'],
  },
];
