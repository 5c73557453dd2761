import { invalidField, PreconditionFailed, ServiceError, type Operation, type OutputOf } from '@parley/core';
import type { FastifyRequest } from 'fastify';
import { tagOf } from '../wire/tags.ts';

/** The tag of a version of an artifact, whose number is all that a write needs. */
export const tagOfVersion = (version: number): string => `"v${version}"`;

/** The tag of an answer that shows more than the text, such as the lock: a write takes it for that of its version. */
export const tagOfAnswer = (version: number, json: string): string => `"v${version}-${tagOf(json).slice(1)}`;

const tag = /^"v([1-9]\d{0,14})(?:-[\w-]{1,100})?"$/;

/** The input with the version that `If-Match` names. Throws 400 if that is not one version, or the input names another one. */
export function withCondition({ ifMatch }: Operation, { headers }: FastifyRequest, input: unknown): unknown {
  const field = ifMatch!;
  const sent = headers['if-match']!.trim();
  if (sent === '*') return input;
  const version = Number(tag.exec(sent)?.[1]);
  if (Number.isNaN(version)) throw invalidField('If-Match', 'must be the tag of a version, such as "v7"');
  if (typeof input !== 'object' || input === null) return input;
  const named = (input as Record<string, unknown>)[field];
  if (named !== undefined && named !== version) throw invalidField(field, 'must be the version in If-Match, if both are sent');
  return { ...input, [field]: version };
}

/** `If-Match` compares strongly (RFC 9110), so a weak tag matches nothing. */
export const isWeak = ({ headers }: FastifyRequest): boolean => headers['if-match']!.trim().startsWith('W/');

export function weakTag({ version, updatedBy, updatedAt }: OutputOf<'getArtifact'>): PreconditionFailed {
  const message = `If-Match never matches a weak tag: send ${tagOfVersion(version)}, without W/, if that is the version that you have read`;
  return new PreconditionFailed(new ServiceError('version_conflict', message, { currentVersion: version, updatedBy, updatedAt }));
}

/** A conflict with `If-Match` is 412, with the same body. */
export function preconditionFailed(error: unknown): never {
  throw error instanceof ServiceError && error.code === 'version_conflict' ? new PreconditionFailed(error) : error;
}
