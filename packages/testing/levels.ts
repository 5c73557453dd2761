// The levels of tests. A level is a folder below `test/` of a package, and a project of Vitest.
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config';

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>;

/** `npm test` runs the unit tests and the first two; `npm run test:all` runs all. */
const levels = ['promises', 'surfaces', 'full'] as const;

/** A process can stand still for seconds on a busy machine. */
const minuteMs = 60_000;

/** Whole servers and databases on two cores: one file after the other, in one process. */
const system: TestOptions = { fileParallelism: false, isolate: false, testTimeout: 5 * minuteMs, hookTimeout: 2 * minuteMs };

/**
 * The configuration of the tests of a package: a project `unit` for what stands beside the sources or in `test/unit`, and one for each level.
 * `options` apply to the levels.
 */
export function testsOf(options: TestOptions = {}): ViteUserConfig {
  const unit = { name: 'unit', include: ['{src,test/unit}/**/*.test.ts'], isolate: false };
  const level = (name: string) => ({ name, include: [`test/${name}/**/*.test.ts`], ...system, ...options });
  return {
    test: {
      testTimeout: minuteMs,
      hookTimeout: minuteMs,
      expect: { poll: { timeout: minuteMs } },
      projects: [unit, ...levels.map(level)].map((test) => ({ extends: true, test })),
    },
  };
}
