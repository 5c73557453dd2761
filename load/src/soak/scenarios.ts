import { endurance } from './endurance.ts';
import { faults } from './faults/table.ts';
import { scenarioOf } from './faults/try.ts';
import type { Scenario } from './ground.ts';
import { overload } from './overload.ts';

/** The short ones first. */
export const scenarios: readonly Scenario[] = [...Object.entries(faults).map(scenarioOf), overload, ...endurance];
