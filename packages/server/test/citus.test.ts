import { afterAll } from 'vitest';
import { fenceHolds, forms } from './fence-holds.ts';
import { openDatabase } from '../src/store/database.ts';
const database = await openDatabase({ url: 'postgres://postgres@127.0.0.1:7600/parley', dataDir: null, lanes: 2, floor: { bytes: 0, crossed: () => {} } });
afterAll(() => database.close());
fenceHolds('Citus', forms[0]!, async () => { await database.background.query('truncate deliveries, events, spaces, space_heads'); return async () => database; });
