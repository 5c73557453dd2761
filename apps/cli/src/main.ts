#!/usr/bin/env node

/** Replaced by the build. */
declare const version: string;

// Scripts and prompts ask for the version often, so it must print without loading any chunk. Hooks run in every turn of an agent.
const [, , first, ...more] = process.argv;
// oxlint-disable-next-line no-restricted-properties -- the version is our own text
if (more.length === 0 && (first === '--version' || first === '-V')) process.stdout.write(`${version}\n`);
else if (first === 'hook' && !more.some((word) => word === '--help' || word === '-h')) {
  const { quickHook } = await import('./hook/quick.ts');
  await quickHook(more);
} else {
  const { run } = await import('./run.ts');
  await run(process.argv, version);
}
