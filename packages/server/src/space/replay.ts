import { createHmac } from 'node:crypto';
import { maxIdempotencyKeyCharacters, ServiceError, type Operation } from '@parley/core';
import { z } from 'zod';
import { fingerprint, type Credential } from '../auth/keys.ts';
import { seal, unseal } from '../auth/seal.ts';
import { Json } from '../present/json.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';

/** Identifies the tries of one write. */
export interface Retry {
  scope: string;
  digest: string;
  /** Derived from the credential, so only its holder can read a stored response. */
  sealingKey: Buffer;
}

export interface Tried {
  credential?: Credential | undefined;
  idempotencyKey?: string | undefined;
}

export interface Response {
  status: number;
  answer: unknown;
}

/** Checked for every operation: an invalid key would protect nothing, and the caller would not notice. */
export function assertIdempotencyKey({ idempotencyKey }: Tried): void {
  if (idempotencyKey === undefined || (idempotencyKey !== '' && idempotencyKey.length <= maxIdempotencyKeyCharacters)) return;
  throw new ServiceError('invalid_request', `Idempotency-Key must have 1 to ${maxIdempotencyKeyCharacters} characters`);
}

export function retryOf(
  operation: Operation,
  input: Record<string, unknown>,
  { credential, idempotencyKey }: Tried,
): Retry | undefined {
  if (idempotencyKey === undefined || !credential) return undefined;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
  const scope = fingerprint([operation.method, path, credential.hash, idempotencyKey].join('\n'));
  const sealingKey = createHmac('sha256', credential.key).update(`parley idempotency\n${scope}`).digest();
  return { scope, digest: fingerprint(canonical(operation, input)), sealingKey };
}

/** Independent of the order of fields. Defaults are omitted, so a field that a later contract adds changes no digest. */
function canonical({ input: { shape } }: Operation, input: Record<string, unknown>): string {
  const given = Object.entries(input).filter(([name, value]) => !isDefault(shape[name], value));
  return JSON.stringify(given.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const isDefault = (schema: z.core.$ZodType | undefined, value: unknown): boolean =>
  schema instanceof z.ZodDefault && schema.def.defaultValue === value;

export function recordOf(retry: Retry, { status, answer }: Response, expiresAt: number): IdempotencyRecord {
  const { scope, digest, sealingKey } = retry;
  return {
    scope,
    digest,
    status,
    sealed: seal(answer instanceof Json ? answer.text : (JSON.stringify(answer) ?? ''), sealingKey),
    expiresAt,
  };
}

export function responseOf(retry: Retry, record: IdempotencyRecord): Response {
  if (record.digest !== retry.digest) {
    throw new ServiceError('key_reused', 'This Idempotency-Key was already used for a different request');
  }
  const text = unseal(record.sealed, retry.sealingKey);
  return { status: record.status, answer: text === '' ? undefined : JSON.parse(text) };
}
