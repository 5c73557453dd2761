#!/usr/bin/env node
import { relative, resolve } from 'node:path';
import { frameworkOf, readArguments, usage, WrongUsage, type Given } from './arguments.ts';
import { ask } from './ask.ts';
import { frameworks } from './frameworks.ts';
import { checked, linkIn } from './link.ts';
import { assertEmpty, writeProject } from './project.ts';
import { Refusal } from './refusal.ts';

const { stdin, stdout, stderr } = process;
const say = (text: string): void => void stdout.write(`${text}\n`);

/** Asks for what is missing. The link contains a key, so it is not shown. */
async function asked(question: string, flag: string, isSecret = false): Promise<string> {
  if (!stdin.isTTY || !stderr.isTTY) throw new WrongUsage(`Without a terminal, ${flag} is needed`);
  return ask(question, { input: stdin, output: stderr }, isSecret);
}

async function create(given: Given): Promise<void> {
  const folder = resolve(given.folder ?? ((await asked('Folder of the project (my-agent):', 'a folder')) || 'my-agent'));
  await assertEmpty(folder);
  if (!given.framework) say(frameworks.map(({ title, name }, i) => `  ${i + 1}  ${title} (${name})`).join('\n'));
  const framework = given.framework ?? frameworkOf(await asked('Number or name:', '--framework'));
  const link = linkIn(given.link ?? (await asked('Link of the invitation (not shown):', '--link or PARLEY_LINK', true)));
  const unchecked = await checked(link);
  if (unchecked !== undefined) stderr.write(`The invitation could not be checked: ${unchecked}\n`);
  await writeProject({ folder, framework, link });
  const place = relative('', folder) || '.';
  say(`The agent is in ${place} (${framework.title}).`);
  if (framework.secret !== undefined) say(`Write your ${framework.secret} into ${place}/.env.`);
  say(`Next: ${place === '.' ? '' : `cd ${place} && `}npm install && npm start`);
}

try {
  const given = readArguments(process.argv.slice(2), process.env);
  if (given) await create(given);
  else say(usage);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  stderr.write(`${error.message}\n`);
  if (error instanceof WrongUsage) stderr.write(`\n${usage}\n`);
  process.exitCode = error instanceof WrongUsage ? 2 : 1;
}
