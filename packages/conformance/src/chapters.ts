import type { Chapter } from './runner/run.ts';

interface Choice {
  only?: readonly string[];
  specOnly: boolean;
}

/** All chapters. They are loaded once the server is known, because their checks depend on what it serves. */
export function chapters({ only, specOnly }: Choice): Chapter[] {
  return [
    { name: 'stream', load: () => import('./chapters/stream.ts') },
    { name: 'account', load: () => import('./chapters/account.ts') },
    { name: 'artifacts', load: () => import('./chapters/artifacts.ts') },
    { name: 'ask', load: () => import('./chapters/ask.ts') },
    { name: 'avatars', load: () => import('./chapters/avatars.ts') },
    { name: 'budget', load: () => import('./chapters/budget.ts') },
    { name: 'catch-up', load: () => import('./chapters/catch-up.ts') },
    { name: 'changes', load: () => import('./chapters/changes.ts') },
    { name: 'comments', load: () => import('./chapters/comments.ts') },
    { name: 'cors', load: () => import('./chapters/cors.ts') },
    { name: 'cursor', load: () => import('./chapters/cursor.ts') },
    { name: 'decisions', load: () => import('./chapters/decisions.ts') },
    { name: 'deletion', load: () => import('./chapters/deletion.ts') },
    { name: 'deliveries', load: () => import('./chapters/deliveries.ts') },
    { name: 'discovery', load: () => import('./chapters/discovery.ts') },
    { name: 'download', load: () => import('./chapters/download.ts') },
    { name: 'documents', load: () => import('./chapters/documents.ts') },
    { name: 'end', load: () => import('./chapters/end.ts') },
    { name: 'errors', load: () => import('./chapters/errors.ts') },
    { name: 'events', load: () => import('./chapters/events.ts') },
    { name: 'export', load: () => import('./chapters/export.ts') },
    { name: 'fields', load: () => import('./chapters/fields.ts') },
    { name: 'files', load: () => import('./chapters/files.ts') },
    { name: 'head', load: () => import('./chapters/head.ts') },
    { name: 'idempotency', load: () => import('./chapters/idempotency.ts') },
    { name: 'inbound', load: () => import('./chapters/inbound.ts') },
    { name: 'invitation-end', load: () => import('./chapters/invitation-end.ts') },
    { name: 'invitations', load: () => import('./chapters/invitations.ts') },
    { name: 'joining', load: () => import('./chapters/joining.ts') },
    { name: 'keys', load: () => import('./chapters/keys.ts') },
    { name: 'limits', load: () => import('./chapters/limits.ts') },
    { name: 'links', load: () => import('./chapters/links.ts') },
    { name: 'lists', load: () => import('./chapters/lists.ts') },
    { name: 'locks', load: () => import('./chapters/locks.ts') },
    { name: 'messages', load: () => import('./chapters/messages.ts') },
    { name: 'meta', load: () => import('./chapters/meta.ts') },
    { name: 'moderation', load: () => import('./chapters/moderation.ts') },
    { name: 'names', load: () => import('./chapters/names.ts') },
    { name: 'pause', load: () => import('./chapters/pause.ts') },
    { name: 'proposal-end', load: () => import('./chapters/proposal-end.ts') },
    { name: 'proposals', load: () => import('./chapters/proposals.ts') },
    { name: 'reach', load: () => import('./chapters/reach.ts') },
    { name: 'correction', load: () => import('./chapters/correction.ts') },
    { name: 'log', load: () => import('./chapters/log.ts') },
    { name: 'redaction', load: () => import('./chapters/redaction.ts') },
    { name: 'replay', load: () => import('./chapters/replay.ts') },
    { name: 'rotation', load: () => import('./chapters/rotation.ts') },
    { name: 'search', load: () => import('./chapters/search.ts') },
    { name: 'spaces', load: () => import('./chapters/spaces.ts') },
    { name: 'stream-end', load: () => import('./chapters/stream-end.ts') },
    { name: 'tasks', load: () => import('./chapters/tasks.ts') },
    { name: 'trpc', load: () => import('./chapters/trpc.ts') },
    { name: 'versioning', load: () => import('./chapters/versioning.ts') },
    { name: 'versions', load: () => import('./chapters/versions.ts') },
    { name: 'wakes', load: () => import('./chapters/wakes.ts') },
    { name: 'all-tokens', load: () => import('./chapters/all-tokens.ts'), isLast: true },
    { name: 'rate-limit', load: () => import('./chapters/rate-limit.ts'), isLast: true },
    { name: 'secrets', load: () => import('./chapters/secrets.ts'), isLast: true, isVerdict: true },
    // Only a complete run can cover everything.
    ...(only === undefined && !specOnly
      ? [{ name: 'coverage', load: () => import('./chapters/coverage.ts'), isLast: true, isVerdict: true }]
      : []),
  ];
}
