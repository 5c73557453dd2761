import { ServiceError } from '@parley/core';
import type { CallMetadata } from '../../../call/metadata.ts';
import type { Parley } from '../../../parley.ts';

/** Whose events a request is about. */
export interface Subscriber {
  spaceId: string;
  /** With the key of a participant. */
  metadata: CallMetadata;
  /** It was found by a user token, which can be revoked before the key. */
  isByToken: boolean;
}

/**
 * Who subscribes: the holder of a participant key, whose space it says, or the user of a token, which stands for the key of that user in
 * the space.
 */
export async function subscriberOf(
  { pipeline, assertKeyShown }: Pick<Parley, 'pipeline' | 'assertKeyShown'>,
  metadata: CallMetadata,
  { given, ofKey }: { given: string | undefined; ofKey: string | undefined },
): Promise<Subscriber> {
  if (metadata.credential || metadata.userToken === undefined) {
    assertKeyShown('streamMessages', metadata);
    const spaceId = given ?? ofKey;
    if (spaceId === undefined) throw new ServiceError('key_unknown', 'No participant of any space has this key');
    return { spaceId, metadata, isByToken: false };
  }
  if (given === undefined) {
    const issue = { field: 'arguments.spaceId', message: 'is required with a user token' };
    throw new ServiceError('invalid_request', `${issue.field} ${issue.message}`, { issues: [issue] });
  }
  const credential = await pipeline.credentialIn(given, metadata);
  return { spaceId: given, metadata: { ...metadata, credential }, isByToken: true };
}
