import type { Options } from '../report/options.ts';
import type { Found, Named } from '../report/scenarios.ts';
import type { Ground } from './ground.ts';

export interface Scenario extends Named {
  run(ground: Ground, course: Pick<Options, 'minutes' | 'seed'>): Promise<Found>;
}
