import { afterAll } from 'vitest';
import { fenceHolds, forms } from '../fence-holds.ts';
import { stopDatabases, stores } from '../stores.ts';

afterAll(stopDatabases);

for (const [on, given] of stores) for (const form of forms) fenceHolds(on, form, given);
