import { faultScenarios } from './faults/scenario.ts';
import { overload } from './load/overload.ts';
import { rolling } from './load/rolling.ts';
import { spaces } from './load/spaces.ts';
import { streams } from './load/streams.ts';
import type { Scenario } from './scenario.ts';

/** The short ones first. */
export const scenarios: readonly Scenario[] = [...faultScenarios, overload, rolling, streams, spaces];
