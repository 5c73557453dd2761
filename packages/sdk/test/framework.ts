import { installed } from '@parley/testing';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { scratch } from './meeting.ts';
import { packageDir } from './run.ts';

/** What npm installs for an example; its first package has its version. */
const packages = {
  'ai-sdk': ['ai@7.0.173', 'zod@4.6.7'],
  'openai-agents': ['@openai/agents@0.20.0', 'zod@4.6.7'],
  langgraph: ['@langchain/langgraph@1.7.3', '@langchain/core@1.4.0'],
  mastra: ['@mastra/core@1.71.0', 'zod@4.6.7'],
  'claude-agent': ['@anthropic-ai/claude-agent-sdk@0.3.332', 'zod@4.6.7'],
  adk: ['@google/adk@2.0.0'],
};

/** The frameworks that examples are written for. */
export type Framework = keyof typeof packages;
export const frameworks = Object.keys(packages) as Framework[];

/**
 * A project with a framework, the client and examples of one kind, whose fixtures run them; undefined if npm cannot install the framework.
 * Nothing of it is a dependency of this workspace.
 */
export async function projectWith(framework: Framework, kind: 'agents' | 'approvals'): Promise<string | undefined> {
  const wanted = packages[framework];
  const [, name, version] = /^(.+)@(.+)$/.exec(wanted[0]!)!;
  const file = join(name!, 'package.json');
  const found = await installed({ name: framework, version: version!, packages: wanted, file });
  if (found === undefined) {
    // oxlint-disable-next-line no-console -- what is skipped is said aloud
    console.warn(`SKIPPED: ${kind} with ${framework}, which npm cannot install here`);
    return undefined;
  }
  const project = scratch(onTestFinished);
  const [source, modules] = [found.slice(0, -file.length), join(project, 'node_modules')];
  await mkdir(join(modules, '@parley'), { recursive: true });
  for (const each of (await readdir(source)).filter((entry) => !entry.startsWith('.')))
    await symlink(join(source, each), join(modules, each));
  await symlink(packageDir, join(modules, '@parley/sdk'));
  await cp(join(packageDir, 'test/fixtures', kind), project, { recursive: true });
  await cp(join(packageDir, 'test/fixtures/anthropic.mjs'), join(project, 'anthropic.mjs'));
  await cp(join(packageDir, 'examples', kind), join(project, 'examples'), { recursive: true });
  return project;
}
