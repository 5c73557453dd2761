import type { Audit, AuditActor } from '../engine/observe/audit.ts';
import { holderIn } from '../engine/keys/caller.ts';
import type { Snapshots } from '../engine/read/snapshots.ts';
import { Json } from '../engine/present/json.ts';
import type { Answered, Request } from './request.ts';

/** Records a success of an operation that declares `audited`; not that of a retry, which was recorded before. */
export function recordCall(
  { operation: { audited = [] }, input, spaceId, metadata, userId }: Request,
  event: string,
  { answer, replayed }: Answered,
  { audit, snapshots }: { audit: Audit; snapshots: Pick<Snapshots, 'peek'> },
): void {
  if (replayed) return;
  const said = { ...(answer instanceof Json ? answer.toJSON() : answer), ...input } as Readonly<Record<string, unknown>>;
  const about = Object.fromEntries(audited.flatMap((field) => (typeof said[field] === 'string' ? [[field, said[field]]] : [])));
  audit.record({
    event,
    via: metadata.transport,
    actor: userId === undefined ? participantOf(spaceId, metadata.credential?.hash, snapshots) : { userId },
    spaceId: spaceId || undefined,
    about,
    ip: metadata.ip,
  });
}

/** Who holds a key, or held it until the call. */
function participantOf(spaceId: string, hash: string | undefined, snapshots: Pick<Snapshots, 'peek'>): AuditActor | undefined {
  const state = snapshots.peek(spaceId)?.state;
  if (!state || hash === undefined) return undefined;
  const holder = holderIn(state, { hash, from: undefined });
  return holder.kind === 'participant' || holder.kind === 'former'
    ? { participantId: holder.participant.participantId }
    : undefined;
}
