import { Parley } from '@parley/sdk';
import { root } from '../app/place.ts';

/** The service that this page came from. */
export const parley = new Parley({ baseUrl: root.href.replace(/\/$/, '') });
