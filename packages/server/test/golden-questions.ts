/** A question that people ask, and the sections (`page#anchor`) and operations of which any one answers it. */
export interface GoldenQuestion {
  ask: string;
  answers: readonly string[];
}

/** Drawn at random from several hundred questions, three for each page, before the search was tuned; it was tuned on others. */
export const goldenQuestions: readonly GoldenQuestion[] = [
  {
    ask: 'upload a build log so that others can get it',
    answers: ['files#how-do-i-upload-a-file', 'createFile', 'files#how-do-i-send-a-file-with-a-message'],
  },
  {
    ask: 'my key was leaked, what now',
    answers: ['authentication#somebody-else-has-my-key-how-do-i-replace-it', 'faq#my-key-was-leaked-what-now'],
  },
  {
    ask: 'what did I miss while my agent was restarted',
    answers: ['catching-up', 'catching-up#what-did-i-miss', 'catchUp', 'sdk#catch-up', 'cli#parley-catchup'],
  },
  {
    ask: 'rotate the key of an agent',
    answers: [
      'authentication#somebody-else-has-my-key-how-do-i-replace-it',
      'rotateKey',
      'sdk#replace-a-leaked-key',
      'cli#replace-a-leaked-key',
      'cli#parley-key-rotate',
    ],
  },
  {
    ask: 'where does the server keep its data on disk?',
    answers: ['quick-start#how-do-i-start-the-server', 'settings', 'cli#parley-serve'],
  },
  { ask: 'port already in use', answers: ['quick-start#how-do-i-start-the-server', 'settings', 'cli#parley-serve'] },
  {
    ask: 'I pasted a password into the chat, can it be removed?',
    answers: [
      'deleting',
      'deleting#how-do-i-delete-a-message',
      'redactMessage',
      'cli#parley-redact-message',
      'deleting#what-is-gone-once-the-answer-is-there',
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
    ask: 'how are timestamps used as cursors',
    answers: ['concepts#what-is-a-cursor', 'messages#how-do-i-ask-only-for-what-is-new'],
  },
  {
    ask: 'Which role can invite others?',
    answers: [
      'concepts#who-is-the-owner-who-is-a-participant',
      'rest#invitations-and-participants',
      'joining#how-do-i-invite-somebody',
      'createInvitation',
      'authentication#which-credentials-are-there',
    ],
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
    ask: 'switch a room from public to private',
    answers: ['joining#public-or-private-what-is-the-difference', 'moderation#how-do-i-change-or-close-a-space'],
  },
  {
    ask: 'invite multiple people with one link',
    answers: ['joining#how-do-i-invite-somebody', 'concepts#what-is-an-invitation', 'sdk#create-and-invite', 'cli#parley-invite'],
  },
  {
    ask: 'can I make an invitation that only works once?',
    answers: [
      'joining#how-do-i-limit-or-revoke-an-invitation',
      'joining#how-do-i-invite-somebody',
      'concepts#what-is-an-invitation',
      'sdk#create-and-invite',
      'cli#parley-invite',
    ],
  },
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
    ask: 'How long should my script sleep between two checks for new messages?',
    answers: ['messages#how-often-should-i-poll', 'faq#should-i-poll-or-stream'],
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
    ask: 'Is there a websocket or webhook instead of SSE?',
    answers: ['streaming#how-do-i-open-a-stream', 'faq#should-i-poll-or-stream', 'wake', 'wake#how-do-i-set-a-wake-address'],
  },
  {
    ask: 'Can I be called by a webhook instead of keeping a connection open?',
    answers: ['wake', 'wake#how-do-i-set-a-wake-address', 'faq#should-i-poll-or-stream'],
  },
  { ask: 'Delete an artifact', answers: ['artifacts#how-do-i-rename-or-delete-one', 'faq#can-i-rename-or-delete-an-artifact'] },
  {
    ask: 'who wrote this sentence of the document, and when?',
    answers: ['editing#how-do-i-see-the-history-of-an-artifact', 'listArtifactVersions', 'editing'],
  },
  {
    ask: 'undo the last change of an artifact',
    answers: ['editing#how-do-i-restore-an-old-version', 'restoreArtifactVersion', 'faq#are-old-versions-of-an-artifact-kept'],
  },
  {
    ask: 'replace one word without sending the whole text',
    answers: ['editing#how-do-i-change-only-a-part-of-a-text', 'writeArtifact', 'artifacts#how-do-i-edit-an-artifact'],
  },
  {
    ask: '409 version_conflict',
    answers: ['editing#how-do-i-avoid-overwriting-what-others-wrote', 'errors#409-410-412-422-what-is-in-conflict'],
  },
  {
    ask: 'I want somebody to review my change before it gets into the document',
    answers: [
      'editing#how-do-three-agents-use-proposals',
      'editing#how-do-i-propose-a-change-instead-of-writing-it',
      'editing#who-decides-about-a-proposal',
      'createProposal',
    ],
  },
  {
    ask: 'who may accept a proposal',
    answers: ['editing#who-decides-about-a-proposal', 'acceptProposal'],
  },
  {
    ask: 'proposal_stale',
    answers: ['editing#the-proposal-is-stale-what-now', 'errors#409-410-412-422-what-is-in-conflict'],
  },
  {
    ask: 'my lock expired while I was writing, how do I keep the text I wrote?',
    answers: [
      'editing#how-do-i-not-lose-a-text-when-the-lock-is-gone',
      'artifacts#my-write-was-refused-though-i-had-the-lock',
      'cli#when-the-lock-is-lost',
    ],
  },
  { ask: 'edit_mismatch ambiguous', answers: ['editing#my-edit-does-not-apply-what-now'] },
  { ask: 'write without taking the lock first', answers: ['editing#do-i-need-the-lock-for-a-small-change'] },
  {
    ask: 'how many old versions of a document are kept?',
    answers: ['editing#how-long-are-old-versions-kept', 'faq#are-old-versions-of-an-artifact-kept'],
  },
  {
    ask: 'PATCH gives 423 not_locked but I took the lock a while ago',
    answers: [
      'artifacts#my-write-was-refused-though-i-had-the-lock',
      'errors#423-who-has-the-lock',
      'faq#why-is-my-write-to-an-artifact-refused-with-423',
    ],
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
    ask: 'one agent is spamming us, stop it from writing but let it keep following along',
    answers: [
      'moderation#how-do-i-mute-a-participant',
      'muteParticipant',
      'cli#parley-mute-participant',
      'sdk#moderation',
      'rest#invitations-and-participants',
    ],
  },
  { ask: 'do messages of a kicked participant stay visible', answers: ['moderation#how-do-i-remove-a-participant'] },
  {
    ask: 'kick vs mute',
    answers: [
      'moderation#what-happens-to-keys-locks-and-streams',
      'moderation#which-states-can-a-participant-be-in',
      'moderation#how-do-i-mute-a-participant',
      'moderation#how-do-i-remove-a-participant',
    ],
  },
  {
    ask: 'What happens if I reuse an idempotency key with another body?',
    answers: ['rest#how-do-i-retry-a-write-safely-with-an-idempotency-key', 'errors#409-410-412-422-what-is-in-conflict'],
  },
  {
    ask: 'How do I make sure a POST is not executed twice after a timeout?',
    answers: [
      'rest#how-do-i-retry-a-write-safely-with-an-idempotency-key',
      'faq#how-do-i-send-a-message-only-once-if-the-network-fails',
      'errors#how-should-i-retry',
    ],
  },
  {
    ask: 'Will the API stay compatible, or can fields change without notice?',
    answers: ['rest#how-do-versions-and-deprecations-work'],
  },
  {
    ask: 'well-known oauth metadata so that a client can auto-configure itself',
    answers: ['authentication#which-metadata-can-clients-discover'],
  },
  {
    ask: 'How can the agent show its human where to approve it?',
    answers: ['authentication#how-does-an-agent-get-a-user-token', 'startLink', 'sdk#link-and-account'],
  },
  { ask: 'How are keys stored on the server?', answers: ['authentication#how-do-space-keys-work'] },
  {
    ask: 'HTTP 429 - what is the quota and when may I go on?',
    answers: [
      'limits#what-is-the-rate-limit',
      'rest#how-many-requests-can-i-send',
      'faq#what-is-the-limit-on-requests',
      'errors#429-500-503-when-do-i-try-again',
    ],
  },
  {
    ask: 'How big may an artifact be?',
    answers: [
      'limits#how-long-can-texts-be',
      'settings#sizes',
      'artifacts#which-responses-can-i-get',
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
    ask: 'where can I read the logs and find a request by its id',
    answers: ['errors', 'settings', 'errors#429-500-503-when-do-i-try-again', 'rest#what-do-errors-look-like'],
  },
  {
    ask: 'Which failures are worth repeating and how long should I back off in between?',
    answers: [
      'errors#how-should-i-retry',
      'errors#429-500-503-when-do-i-try-again',
      'errors#what-do-the-statuses-mean',
      'sdk#retries',
    ],
  },
  {
    ask: 'my participant key stopped working, why?',
    answers: [
      'errors#401-why-does-my-key-not-work',
      'authentication#how-do-space-keys-work',
      'moderation#what-happens-to-keys-locks-and-streams',
    ],
  },
  { ask: 'How do I set the public URL?', answers: ['self-hosting#which-settings-matter', 'settings'] },
  {
    ask: 'what must I back up?',
    answers: [
      'self-hosting#how-do-i-back-up-and-restore',
      'self-hosting#what-must-stay-secret',
      'backups#how-do-i-back-up-a-server',
    ],
  },
  {
    ask: 'How do I move my data to PostgreSQL?',
    answers: ['backups#how-do-i-move-from-the-embedded-database-to-postgresql'],
  },
  { ask: 'my disk died, how do I bring back yesterday', answers: ['backups#how-do-i-restore-a-backup'] },
  {
    ask: 'How do I run several processes behind a load balancer?',
    answers: ['self-hosting#how-do-i-run-several-processes', 'settings#one-process-or-several'],
  },
  { ask: 'is anything encrypted end to end', answers: ['security#what-is-not-protected'] },
  {
    ask: 'which environment variables are there',
    answers: ['settings', 'self-hosting#which-settings-matter', 'cli#for-scripts-and-agents'],
  },
  { ask: 'log level debug', answers: ['settings'] },
  { ask: 'Where are the logs and how do I make them more verbose?', answers: ['settings'] },
  { ask: 'How do I listen to messages with the SDK?', answers: ['sdk#events'] },
  { ask: 'How do I catch a specific error in the SDK?', answers: ['sdk#errors'] },
  { ask: 'set a timeout or abort a call in the SDK', answers: ['sdk#timeouts-and-signals'] },
  {
    ask: 'how do humans chat from the terminal',
    answers: ['cli#chat', 'cli#parley-chat', 'cli#a-meeting-in-five-minutes', 'cli'],
  },
  {
    ask: 'The owner grabbed the document back while I had vim open. Is everything I typed gone?',
    answers: ['cli#when-the-lock-is-lost'],
  },
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
  {
    ask: 'where is the documentation for machines, llms.txt',
    answers: [
      'mcp#is-there-an-mcp-endpoint',
      'assistants#where-does-an-assistant-find-help',
      'authentication#which-metadata-can-clients-discover',
      'rest',
    ],
  },
  {
    ask: 'How does my LLM agent learn what calls it can make once it gets the agent link?',
    answers: [
      'mcp#how-does-an-assistant-join-a-meeting',
      'assistants#how-does-an-assistant-use-the-card-of-an-invitation',
      'mcp#is-there-an-mcp-endpoint',
      'joining#how-do-i-invite-somebody',
      'faq#how-do-i-join-a-space-that-i-got-a-link-to',
    ],
  },
  {
    ask: 'Can I use it with MCP, for example from Claude?',
    answers: [
      'mcp#is-there-an-mcp-endpoint',
      'mcp#how-do-i-connect-claude-code',
      'mcp#how-does-an-assistant-join-a-meeting',
      'mcp#can-i-generate-tools-from-the-openapi-document',
    ],
  },
  { ask: 'Does it support the A2A protocol?', answers: ['a2a#does-parley-speak-a2a'] },
  { ask: 'Where is the A2A agent card?', answers: ['a2a#does-parley-speak-a2a'] },
  { ask: 'How do I resubscribe to an A2A task after a lost connection?', answers: ['a2a#how-do-i-follow-a-space-and-resume'] },
  { ask: 'What does input-required mean for an A2A task?', answers: ['a2a#what-does-a-task-become'] },
  { ask: 'Is there an example of an A2A client in Python?', answers: ['a2a#a-meeting-in-python'] },
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
  {
    ask: 'the owner key is gone, who can close the meeting now?',
    answers: ['faq#i-lost-my-key-can-i-get-it-back', 'authentication#i-lost-a-space-key-can-i-get-it-back'],
  },
  {
    ask: 'Someone holds the lock and went away, how do I get the document unlocked?',
    answers: [
      'faq#somebody-holds-a-lock-and-is-gone-what-can-i-do',
      'artifacts#how-does-the-owner-break-a-lock',
      'moderation#how-do-i-break-a-lock',
      'artifacts#somebody-else-holds-the-lock-what-now',
      'artifacts#when-else-does-a-lock-end',
      'concepts#what-is-a-lock',
      'unlockArtifact',
      'cli#parley-artifact-unlock-artifact',
    ],
  },
  {
    ask: 'I leaked an invite link, can I disable it?',
    answers: ['faq#can-i-withdraw-an-invitation', 'joining#how-do-i-invite-somebody'],
  },
  { ask: 'createTRPCClient example', answers: ['trpc#how-do-i-call-it-from-typescript'] },
  {
    ask: 'how many calls may one trpc batch have',
    answers: ['trpc#how-many-calls-fit-into-a-batch', 'limits#what-is-the-rate-limit', 'security#what-can-one-client-not-do'],
  },
  {
    ask: 'what does somebody who steals the database get?',
    answers: ['security#how-are-keys-and-tokens-protected', 'authentication#how-do-space-keys-work'],
  },
  { ask: 'can one abusive client take the whole server down?', answers: ['security#what-can-one-client-not-do'] },
  {
    ask: 'run claude code as an agent in a space',
    answers: ['cli#let-a-command-answer', 'cli#parley-listen-command', 'hooks#how-do-i-let-my-coding-agent-take-part'],
  },
  {
    ask: 'show a message to codex while it works',
    answers: ['hooks#what-does-the-agent-see-and-when', 'hooks#how-do-i-let-my-coding-agent-take-part', 'hooks'],
  },
  { ask: 'my coding agent does not see messages', answers: ['hooks#why-does-my-agent-not-see-a-message'] },
  { ask: 'keep parley listen running with systemd', answers: ['cli#run-an-agent-as-a-service', 'cli#let-a-command-answer'] },
  {
    ask: 'wait for an answer of one participant in a shell script',
    answers: ['cli#direct-a-message-to-somebody', 'cli#parley-ask-participant-participant-text'],
  },
  { ask: 'my agent does not answer', answers: ['faq#how-does-an-agent-notice-a-message-that-is-for-it', 'attention'] },
  {
    ask: 'how do I monitor the server with prometheus',
    answers: [
      'metrics',
      'metrics#how-do-i-connect-prometheus',
      'metrics#how-do-i-switch-metrics-on',
      'self-hosting#how-do-i-monitor-it',
    ],
  },
  { ask: 'grafana dashboard', answers: ['metrics#how-do-i-import-the-dashboard'] },
  { ask: 'send traces to jaeger', answers: ['metrics#how-do-i-get-traces'] },
  {
    ask: 'accept messages only from humans',
    answers: ['attention#how-do-i-choose-whose-messages-reach-me', 'putInbound', 'sdk#inbound', 'cli#parley-inbound-who'],
  },
  { ask: 'is the agent online', answers: ['attention#who-can-be-reached-right-now'] },
  {
    ask: 'how do I get notifications on my phone',
    answers: [
      'notifications',
      'notifications#how-do-i-switch-notifications-on',
      'notifications#how-do-i-get-notifications-on-ios',
    ],
  },
  {
    ask: 'what does the push service learn about a message',
    answers: ['notifications#what-do-notifications-reveal'],
  },
  { ask: 'why do I get no notifications', answers: ['notifications#why-do-i-get-no-notifications'] },
  { ask: 'webhook when a message arrives', answers: ['wake', 'wake#how-do-i-set-a-wake-address'] },
  {
    ask: 'my webhook is not called',
    answers: ['wake', 'wake#how-do-i-see-whether-it-works', 'wake#what-happens-if-my-receiver-is-down'],
  },
  { ask: 'what happens if an agent crashes while it works on a message', answers: ['attention#what-is-a-delivery'] },
  { ask: 'how many addressees can a message have', answers: ['limits#how-many-can-there-be'] },
  {
    ask: 'what does budget_spent mean',
    answers: ['moderation#how-do-i-stop-agents-that-answer-each-other-endlessly', 'errors#429-500-503-when-do-i-try-again'],
  },
  {
    ask: 'use parley from python',
    answers: ['python', 'python#how-do-i-use-the-standard-library', 'faq#is-there-an-sdk-or-a-command-line-tool'],
  },
  {
    ask: 'how can my agent ask me to approve its plan?',
    answers: [
      'decisions#how-does-an-agent-ask-a-person-for-approval',
      'mcp#how-does-an-agent-ask-a-person',
      'sdk#decisions',
      'createDecision',
    ],
  },
  {
    ask: 'what if the text changes after somebody approved it',
    answers: ['decisions#what-happens-if-the-text-changes-before-the-answer'],
  },
  {
    ask: 'how do I comment on one sentence of a document?',
    answers: ['editing#how-do-i-comment-on-a-passage', 'sdk#comments', 'createComment'],
  },
  {
    ask: 'what happens to a comment when its sentence is deleted',
    answers: ['editing#what-becomes-of-a-comment-when-the-text-changes'],
  },
  {
    ask: 'block the account of somebody who left the company',
    answers: ['users#how-do-i-shut-somebody-out', 'users'],
  },
  {
    ask: 'log who signed in and who removed whom',
    answers: ['audit#what-is-recorded', 'audit#how-do-i-record-what-happens', 'audit'],
  },
  {
    ask: 'allow only people with an address of our company to sign in',
    answers: ['authentication#who-of-our-identity-provider-can-come'],
  },
  {
    ask: 'erase the personal data of a user',
    answers: ['users#how-do-i-delete-somebody', 'users'],
  },
  {
    ask: 'where can I find what somebody said last week about the budget',
    answers: ['search#how-do-i-find-what-was-said', 'search'],
  },
  { ask: 'does the search know wildcards or regular expressions', answers: ['search#which-words-are-found'] },
  {
    ask: 'fix a typo in a message that I sent',
    answers: ['messages#how-do-i-correct-a-message', 'sendMessage', 'cli#parley-correct-message-text'],
  },
  {
    ask: 'list everything that happened in a space yesterday, also who joined',
    answers: ['streaming#how-do-i-read-what-happened-before', 'listEvents', 'sdk#past-events', 'cli#parley-events'],
  },
];
