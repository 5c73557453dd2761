import type { CreateInvitationInput, EventData, JoinSpaceInput } from './generated/types.ts';

export type * from './generated/types.ts';

/** Who you are (specification, joinSpace). */
export type JoinInput = JoinSpaceInput;

/** What an invitation is bounded by; without all of it, any number may join until the space ends. */
export type InvitationTerms = CreateInvitationInput;

/** An event of a space. `id` is its place in the log; `ready`, `context` and `reset` tell how things are and have none. */
export type SpaceEvent = {
  [Type in keyof EventData]: { type: Type; id: number | undefined; data: EventData[Type] };
}[keyof EventData];
