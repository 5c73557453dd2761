import {
  accessOf,
  canBeMinimal,
  carriesContext,
  conflictsWhenOver,
  isIdempotent,
  isStoring,
  successOf,
  type Contract,
  type CredentialKind,
  type Operation,
  type OperationName,
} from '@parley/core';
import type { CallMetadata } from './metadata.ts';

/** An operation with what each of its calls asks about it, found out once. */
export interface Plan extends Operation {
  /** What a request has if it shows a credential that the operation takes; nothing if everybody can call it. */
  readonly shown: readonly (keyof CallMetadata)[];
  readonly needsSpaceKey: boolean;
  /** Whether it can succeed before somebody else has decided; otherwise its only status of a success. */
  readonly canWait: boolean;
  readonly succeeds: number;
  readonly isIdempotent: boolean;
  readonly isStoring: boolean;
  readonly conflictsWhenOver: boolean;
  readonly carriesContext: boolean;
  readonly canBeMinimal: boolean;
}

const fields: Record<CredentialKind, keyof CallMetadata> = {
  spaceKey: 'credential',
  spaceKeyAsBearer: 'credential',
  session: 'authorization',
  userToken: 'userToken',
};

export type Plans = Readonly<Record<OperationName, Plan>>;

export const plansOf = (contract: Contract): Plans =>
  Object.fromEntries(Object.entries(contract).map(([name, operation]) => [name, planOf(operation)])) as Plans;

function planOf(operation: Operation): Plan {
  const { takes } = accessOf[operation.auth];
  return {
    ...operation,
    shown: [...new Set(takes.map((kind) => fields[kind]))],
    needsSpaceKey: takes.includes('spaceKey'),
    canWait: 202 in operation.success,
    succeeds: successOf(operation, undefined),
    isIdempotent: isIdempotent(operation),
    isStoring: isStoring(operation),
    conflictsWhenOver: conflictsWhenOver(operation),
    carriesContext: carriesContext(operation),
    canBeMinimal: canBeMinimal(operation),
  };
}
