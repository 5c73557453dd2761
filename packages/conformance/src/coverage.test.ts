import { expect, it } from 'vitest';
import { statusesOf, type OperationName } from '@parley/core';
import { operations } from './call.ts';
import { pair, readNotes } from './notes.ts';
import { hasHumans, served } from './requests.ts';

const all = Object.keys(operations) as OperationName[];
const needHumans = all.filter((name) => ['session', 'identity'].includes(operations[name].auth));

it('the server serves every operation', () => {
  const missing = all.filter((name) => !served.includes(name));
  if (missing.length > 0)
    console.warn(`Not served, or not to be tested without PARLEY_CONFORMANCE_SESSIONS: ${missing.join(', ')}`);
  expect(missing.filter((name) => hasHumans || !needHumans.includes(name))).toEqual([]);
});

it('every status that the contract lists for a served operation was proved', () => {
  const { pairs, limited, patient } = readNotes();
  const wanted = served.flatMap((name) => statusesOf(operations[name]).map((status) => pair(name, status)));
  const unproved = wanted.filter((one) => !pairs.has(one));
  // It takes a thousand tokens, of a user who keeps them.
  const costly = pair('createApiToken', 409);
  const skipped = unproved.filter(
    (one) => (!limited && one.endsWith(' 429')) || (patient && one === pair('pollLink', 410)) || one === costly,
  );
  if (skipped.length > 0)
    console.warn(`Skipped, because the rate limit is off, link requests live long, or it costs too much: ${skipped.join(', ')}`);
  expect(unproved.filter((one) => !skipped.includes(one))).toEqual([]);
});
