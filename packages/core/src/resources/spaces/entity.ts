import type { z } from 'zod';
import type { privacy } from './views.ts';

export type Privacy = z.output<typeof privacy>;

/** What a participant has used of the agent budget since the last human message; who has used nothing has none. */
export interface Spending {
  readonly participantId: string;
  readonly messages: number;
}

declare module '../../kernel/state.ts' {
  interface Entities {
    spending: Spending;
  }
}

declare module '../../kernel/space.ts' {
  interface Space {
    readonly name: string;
    readonly description: string;
    readonly agenda?: string | undefined;
    readonly privacy: Privacy;
    /** How many messages agents can send between two human messages; any number if undefined. */
    readonly agentBudget?: number | undefined;
  }
}
