import { statusesOf, type OperationName } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { pair, readNotes } from '../notes.ts';
import { hasHumans, needsSessions, served } from '../requests.ts';
import { promise } from '../runner/promises.ts';
import { skip } from '../runner/scope.ts';
import { operations } from '../wire/call.ts';

const all = Object.keys(operations) as OperationName[];
const needHumans = all.filter((name) => ['session', 'identity'].includes(operations[name].auth));

promise('the server serves every operation', () => {
  const missing = all.filter((name) => !served.includes(name));
  expect(missing.filter((name) => hasHumans || !needHumans.includes(name))).toEqual([]);
  if (missing.length > 0) skip(`${needsSessions}: ${missing.join(', ')}`);
});

promise('every status that the contract lists for a served operation was observed', () => {
  const { pairs, limited, linksEnd } = readNotes();
  const wanted = served.flatMap((name) => statusesOf(operations[name]).map((status) => pair(name, status)));
  // Needs a thousand tokens, which the user would keep.
  const costly = pair('createApiToken', 409);
  const unproved = wanted.filter((one) => !pairs.has(one) && one !== costly);
  const excused = unproved.filter((one) => (!limited && one.endsWith(' 429')) || (!linksEnd && one === pair('pollLink', 410)));
  expect(unproved.filter((one) => !excused.includes(one))).toEqual([]);
  if (excused.length > 0) skip(`the rate limit is off, or link requests live too long: ${excused.join(', ')}`);
});
