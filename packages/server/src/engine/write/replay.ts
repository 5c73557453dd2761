import { createHmac } from 'node:crypto';
import { maxIdempotencyKeyCharacters, ServiceError, type Operation } from '@parley/core';
import { z } from 'zod';
import { fingerprint, type Credential } from '../keys/keys.ts';
import { seal, unseal } from '../keys/seal.ts';
import { Json } from '../present/json.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';

/** Identifies the tries of one write. */
export interface Retry {
  scope: string;
  /** What is asked for. */
  request: string;
  /** The key of the caller: what seals a stored response is derived from it, so only its holder can read it. */
  key: string;
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
  return { scope, request: canonical(operation, input), key: credential.key };
}

interface SealedField {
  name: string;
  /** What an omitted field means. */
  usual: unknown;
}

const fields = new WeakMap<Operation['input'], readonly SealedField[]>();

/** The fields of an input in the order of their names. */
function fieldsOf(input: Operation['input']): readonly SealedField[] {
  let known = fields.get(input);
  if (!known) {
    const usualOf = (schema: z.core.$ZodType | undefined) =>
      schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
    known = Object.keys(input.shape)
      .toSorted()
      .map((name) => ({ name, usual: usualOf(input.shape[name]) }));
    fields.set(input, known);
  }
  return known;
}

/** Independent of the order of fields. Defaults are omitted, so a field that a later contract adds changes no digest. */
function canonical({ input: schema }: Operation, input: Record<string, unknown>): string {
  const given: [string, unknown][] = [];
  for (const { name, usual } of fieldsOf(schema)) {
    const value = input[name];
    if (value !== undefined && value !== usual) given.push([name, value]);
  }
  return JSON.stringify(given);
}

const sealingKeyOf = ({ key, scope }: Retry): Buffer => createHmac('sha256', key).update(`parley idempotency\n${scope}`).digest();

/** Whoever has only the database cannot find out by trying what was asked for. */
const digestOf = ({ key, request }: Retry): string => fingerprint(`${key}\n${request}`);

/** Records of earlier releases have a digest that needs no key. */
const isOf = ({ digest }: IdempotencyRecord, retry: Retry): boolean =>
  digest === digestOf(retry) || digest === fingerprint(retry.request);

/** `isLogged`: the answer contains nothing but what the log has in clear too, and is not sealed. */
export function recordOf(retry: Retry, { status, answer }: Response, expiresAt: number, isLogged = false): IdempotencyRecord {
  const { scope } = retry;
  const text = answer instanceof Json ? answer.text : (JSON.stringify(answer) ?? '');
  return { scope, digest: digestOf(retry), status, sealed: isLogged ? text : seal(text, sealingKeyOf(retry)), expiresAt };
}

/** What is sealed is base64. */
const isSealed = (text: string): boolean => !text.startsWith('{');

export function responseOf(retry: Retry, record: IdempotencyRecord): Response {
  if (!isOf(record, retry)) {
    throw new ServiceError('key_reused', 'This Idempotency-Key was already used for a different request');
  }
  const text = isSealed(record.sealed) ? unseal(record.sealed, sealingKeyOf(retry)) : record.sealed;
  return { status: record.status, answer: text === '' ? undefined : JSON.parse(text) };
}
