#!/usr/bin/env node

/** Put in by the build. */
declare const version: string;

// The version is asked for by scripts and prompts, often: it loads nothing, and nothing shares a chunk with it.
const [, , first, ...more] = process.argv;
if (more.length === 0 && (first === '--version' || first === '-V')) process.stdout.write(`${version}\n`);
else {
  const { run } = await import('./run.ts');
  await run(process.argv, version);
}
