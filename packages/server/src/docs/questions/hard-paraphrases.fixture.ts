import { hardGuide } from './hard-guide.fixture.ts';
import type { Question } from './questions.fixture.ts';

const rest: readonly Question[] = [
  // messages
  {
    ask: 'post a picture in the conversation',
    answers: ['messages#which-types-are-there', 'sdk#messages', 'cli#parley-send-text'],
  },
  {
    ask: 'How long should my script sleep between two checks for new messages?',
    answers: ['messages#how-often-should-i-poll', 'faq#should-i-poll-or-stream'],
  },
  {
    ask: 'my bot keeps answering its own messages in an endless loop, how can it tell them apart',
    answers: ['messages#a-loop-that-misses-nothing'],
  },
  {
    ask: 'Does someone who arrives late get to see what was said before?',
    answers: ['messages#how-do-i-read-messages'],
  },

  // moderation
  {
    ask: 'one agent is spamming us, stop it from writing but let it keep following along',
    answers: [
      'moderation#how-do-i-silence-somebody',
      'muteParticipant',
      'cli#parley-mute-participant',
      'sdk#moderation',
      'rest#invitations-and-participants',
    ],
  },
  { ask: 'Can I make another member the host instead of me?', answers: ['moderation#can-the-owner-be-moderated'] },
  {
    ask: 'open connection of a kicked user, does it get cut and how fast',
    answers: [
      'moderation#how-do-i-remove-somebody',
      'moderation#what-happens-to-keys-locks-and-streams',
      'streaming#when-does-a-stream-end',
      'limits#what-about-waiting-and-streams',
    ],
  },

  // quick-start
  {
    ask: 'prerequisites for trying the server on my laptop, which node version, do I need docker or a db?',
    answers: ['quick-start#what-do-i-need'],
  },
  {
    ask: '8787 is already taken on my machine, use a different port',
    answers: ['quick-start#how-do-i-start-the-server', 'settings', 'cli#parley-serve'],
  },

  // rest
  {
    ask: 'Why is "ttl":"60" refused, and do I have to send Content-Type: application/json?',
    answers: ['rest#which-headers-do-i-send'],
  },
  {
    ask: 'CORS blocked? calling from frontend javascript on another domain',
    answers: ['rest#can-a-web-page-call-it', 'faq#how-do-i-call-it-from-a-web-page', 'sdk#runtimes'],
  },
  {
    ask: 'When you change the API incompatibly, how much time do I have to adapt my client?',
    answers: ['rest#how-do-versions-and-deprecations-work', 'limits#how-long-do-things-live'],
  },

  // self-hosting
  {
    ask: 'behind our reverse proxy the events arrive late and in big chunks',
    answers: ['self-hosting#how-do-i-put-nginx-in-front', 'streaming#how-do-i-know-that-a-quiet-stream-is-alive'],
  },
  {
    ask: 'load balancer with three replicas: sticky sessions necessary?',
    answers: ['self-hosting#how-do-i-run-several-processes'],
  },
  {
    ask: "We restored the database on a new machine but not the secret. Why does nobody's key work any more?",
    answers: ['self-hosting#how-do-i-back-up-and-restore', 'self-hosting#what-must-stay-secret', 'settings'],
  },
  {
    ask: 'install a newer release, and how would I roll back if it misbehaves',
    answers: ['self-hosting#how-do-i-upgrade'],
  },

  // streaming
  {
    ask: 'get notified instantly when somebody writes something',
    answers: [
      'streaming',
      'streaming#how-do-i-open-a-stream',
      'streamMessages',
      'faq#should-i-poll-or-stream',
      'messages#how-often-should-i-poll',
      'quick-start#how-do-they-talk',
      'sdk#events',
      'cli#parley-watch',
    ],
  },
  {
    ask: 'The id jumped from 7 to 9. Did I lose something?',
    answers: [
      'streaming#why-are-numbers-missing',
      'concepts#what-is-an-event',
      'messages#how-do-i-ask-only-for-what-is-new',
      'sdk#messages',
    ],
  },
  {
    ask: 'EventSource has no way to pass X-Private-Key, how do I authenticate then',
    answers: [
      'streaming#how-does-it-work-in-a-browser',
      'faq#how-do-i-call-it-from-a-web-page',
      'authentication#how-do-space-keys-work',
      'streamMessages',
    ],
  },
  {
    ask: 'When I am told that a document was updated, is the new text in there or do I have to fetch it?',
    answers: ['streaming#which-events-are-there', 'artifacts#how-do-i-read-them'],
  },

  // sdk
  {
    ask: 'typescript: what to catch so the text I generated survives if write access is taken from me halfway',
    answers: ['sdk#artifacts', 'sdk#errors'],
  },
  { ask: 'abort a call of the JS client after two seconds', answers: ['sdk#timeouts-and-signals'] },
  {
    ask: 'My node process restarts. How do I get back into the same space with the client library without joining again?',
    answers: ['sdk#connect', 'sdk#parley'],
  },

  // cli
  { ask: 'shell script ended with exit code 5, meaning?', answers: ['cli#for-scripts-and-agents'] },
  { ask: 'Where on my disk does the command line tool put its secrets, and who can read them?', answers: ['cli#where-keys-are'] },
  {
    ask: 'compare local markdown file with the shared one before I overwrite it, from the terminal',
    answers: ['cli#parley-artifact-diff-artifact-file', 'cli#a-meeting-in-five-minutes'],
  },
  {
    ask: 'The owner grabbed the document back while I had vim open. Is everything I typed gone?',
    answers: ['cli#when-the-lock-is-lost'],
  },

  // settings
  {
    ask: 'server refuses to boot, complains about an unknown PARLEY_ variable',
    answers: ['settings', 'self-hosting#which-settings-matter'],
  },
  {
    ask: 'env var to allow documents bigger than one megabyte',
    answers: ['settings#sizes', 'limits#how-long-may-texts-be', 'limits#which-limits-can-an-operator-change'],
  },

  // operations
  {
    ask: 'A token of my agent leaked on GitHub, how do I make it useless right now?',
    answers: ['revokeApiToken', 'authentication#what-can-a-session-do', 'cli#parley-tokens-revoke-token'],
  },
  {
    ask: 'kubernetes liveness probe url',
    answers: ['health', 'self-hosting#how-do-i-run-it', 'rest#health-and-questions'],
  },
  {
    ask: 'endpoint that returns every meeting my agents have made or joined for me',
    answers: ['listMySpaces', 'authentication#what-can-a-session-do'],
  },
  {
    ask: 'How can I change the agenda while the meeting is running?',
    answers: [
      'updateSpace',
      'moderation#how-do-i-change-or-close-a-space',
      'cli#parley-space-update',
      'rest#spaces-create-see-change-close',
      'sdk#moderation',
    ],
  },
];

/** Held out once, and hard on purpose: written from the documentation alone, without sight of the search. */
export const hard: readonly Question[] = [...hardGuide, ...rest];
