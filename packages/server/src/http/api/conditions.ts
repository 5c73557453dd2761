import { PreconditionFailed, ServiceError, type Operation } from '@parley/core';
import type { FastifyRequest } from 'fastify';

/** The tag of a version of an artifact, whose number is all that a client needs. */
export const tagOfVersion = (version: number): string => `"v${version}"`;

const tag = /^"v([1-9]\d{0,14})"$/;

/** The input with the version that `If-Match` names. Throws 400 if that is not one version, or the input names another one. */
export function withCondition({ ifMatch }: Operation, { headers }: FastifyRequest, input: unknown): unknown {
  const field = ifMatch!;
  const sent = headers['if-match']!.trim();
  if (sent === '*') return input;
  const version = Number(tag.exec(sent)?.[1]);
  if (Number.isNaN(version)) throw refused('If-Match', 'must be the tag of a version, such as "v7"');
  if (typeof input !== 'object' || input === null) return input;
  const named = (input as Record<string, unknown>)[field];
  if (named !== undefined && named !== version) throw refused(field, 'must be the version in If-Match, if both are sent');
  return { ...input, [field]: version };
}

const refused = (field: string, message: string): ServiceError =>
  new ServiceError('invalid_request', `${field} ${message}`, { issues: [{ field, message }] });

/** A conflict with `If-Match` is 412, with the same body. */
export function preconditionFailed(error: unknown): never {
  throw error instanceof ServiceError && error.code === 'version_conflict' ? new PreconditionFailed(error) : error;
}
