import { overload } from './endurance/overload.ts';
import { rolling } from './endurance/rolling.ts';
import { spaces } from './endurance/spaces.ts';
import { streams } from './endurance/streams.ts';
import { faults } from './faults/table.ts';
import { scenarioOf } from './faults/try.ts';
import type { Scenario } from './scenario.ts';

/** The short ones first. */
export const scenarios: readonly Scenario[] = [...faults.map(scenarioOf), overload, rolling, streams, spaces];
