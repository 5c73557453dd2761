import type { OperationName } from '@parley/core';
import type { z } from 'zod';
import { target } from './target.ts';

/** The operations that `interface.md` lists with request and response; the list never grows. */
const specified = new Set<OperationName>([
  ...(['health', 'ask', 'askByQuery', 'createSpace', 'getSpace', 'updateSpace', 'closeSpace', 'getMySpaceKey'] as const),
  ...(['createInvitation', 'joinSpace', 'getJoinStatus', 'approveParticipant', 'kickParticipant', 'muteParticipant'] as const),
  ...(['unmuteParticipant', 'leaveSpace', 'sendMessage', 'listMessages', 'streamMessages', 'createArtifact'] as const),
  ...(['listArtifacts', 'getArtifact', 'writeArtifact', 'downloadArtifact', 'lockArtifact'] as const),
  ...(['heartbeatArtifactLock', 'unlockArtifact', 'startLink', 'pollLink'] as const),
  ...(['createApiToken', 'listApiTokens', 'revokeApiToken'] as const),
]);

/** Whether the specification defines this operation and its answer. */
export const isSpecified = (name: OperationName): boolean => specified.has(name);

/** Fields that `decisions.md` adds and the contract requires; a server that implements only the specification has none of them. */
const addedFields = new Set(['code', 'requestId', 'sequence', 'hasMore', 'invitationId', 'speaker', 'sha256']);

/** What is wrong with a value, as far as the server must comply. */
export function faultsOf(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return target().specOnly ? issues.filter(({ path }) => !addedFields.has(String(path.at(-1)))) : issues;
}

/** Checks promises beyond the specification, inside a check of the specification. */
export function alsoPromised(expectations: () => void): void {
  if (!target().specOnly) expectations();
}
