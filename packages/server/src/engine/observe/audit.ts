/** What happened, for the operator: ids, addresses of clients and words of ours; never a text, a name, an e-mail address, a key or a token. */
export interface AuditEntry {
  /** An operation, or what is no operation: a sign-in, a command of an operator. */
  readonly event: string;
  /** Why it was refused; absent if it happened. */
  readonly refused?: string | undefined;
  /** How: the way to sign in, or what carried it. */
  readonly via?: string | undefined;
  /** Who did it. */
  readonly actor?: AuditActor | undefined;
  /** To what. */
  readonly spaceId?: string | undefined;
  readonly about?: Readonly<Record<string, string>> | undefined;
  readonly ip?: string | undefined;
}

export type AuditActor =
  | { readonly userId: string }
  | { readonly accountId: string }
  | { readonly participantId: string }
  | { readonly operator: string };

/** Where code records what an operator must be able to look up later. */
export interface Audit {
  /** Whether anybody wants to know. */
  readonly isOn: boolean;
  record(entry: AuditEntry): void;
}

export const noAudit: Audit = { isOn: false, record() {} };
