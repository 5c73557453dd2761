import { catchUp as rules } from '@parley/core';
import { fingerprint } from '../../engine/keys/keys.ts';
import { materialFor } from './material.ts';
import { read, type Answer } from '../../engine/operation.ts';

export const catchUp = read<'catchUp'>(async (asked, { sequence: head }) => {
  const { caller, env, input } = asked;
  const material = await materialFor(asked, head);
  if (input.format === 'json') return rules.catchUp(material, input.budget, rules.asJson);
  const answer = rules.catchUp(material, input.budget, rules.asText);
  // It depends on all texts, so that none of them can contain it.
  const boundary = env.mint.boundary(fingerprint(JSON.stringify(answer)), caller.participantId).slice(0, rules.boundaryLength);
  return rules.textOf(answer, boundary) as unknown as Answer<'catchUp'>;
});
