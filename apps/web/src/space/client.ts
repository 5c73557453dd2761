import { CompactParley } from '@parley/sdk/compact';
import { root } from '../app/place.ts';
import { paced } from './paced.ts';

export const service = root.href.replace(/\/$/, '');

/** The service that this page came from. */
export const parley = new CompactParley({ baseUrl: service, fetch: paced });
