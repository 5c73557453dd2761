import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Refusal } from './refusal.ts';
import type { Framework } from './frameworks.ts';

/** The version of the SDK that the agents are written for; the build inserts it. */
declare const SDK_VERSION: string;

/** What is written. */
export interface Wanted {
  folder: string;
  framework: Framework;
  /** The link of an invitation, which contains a key. */
  link: string;
}

/** Nothing of others is overwritten. */
export async function assertEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Refusal(error.code === 'ENOTDIR' ? `${folder} is a file` : `${folder} cannot be read: ${error.code}`);
  });
  if (entries.some((entry) => entry !== '.git')) throw new Refusal(`${folder} is not empty: name a new folder`);
}

/** Writes the project. The link is only in `.env`, which nobody else can read and Git ignores. */
export async function writeProject({ folder, framework, link }: Wanted): Promise<void> {
  await mkdir(folder, { recursive: true });
  const write = (name: string, text: string, mode = 0o644) => writeFile(join(folder, name), `${text}\n`, { mode, flag: 'wx' });
  await write('.gitignore', ['.env', 'key.json', 'node_modules/'].join('\n'));
  await write('.env', environment(nameOf(folder), framework, link), 0o600);
  await write('package.json', JSON.stringify(manifest(nameOf(folder), framework), null, 2));
  await write('model.mjs', modelFile(framework));
  await write('README.md', readme(nameOf(folder), framework));
  await cp(new URL(`agents/${framework.name}.mjs`, import.meta.url), join(folder, 'agent.mjs'));
  await cp(new URL('template/start.mjs', import.meta.url), join(folder, 'start.mjs'));
}

const nameOf = (folder: string): string => basename(folder);

const manifest = (name: string, { packages }: Framework) => ({
  name:
    name
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'agent',
  private: true,
  type: 'module',
  scripts: { start: 'node --env-file=.env start.mjs' },
  dependencies: { '@parley/sdk': `^${SDK_VERSION}`, ...packages },
  engines: { node: '>=20.19' },
});

const environment = (name: string, { secret }: Framework, link: string): string =>
  [
    '# Who has this link can join the meeting. Keep this file to yourself.',
    `PARLEY_LINK=${link}`,
    '# How the agent is called in the meeting.',
    `PARLEY_NAME=${JSON.stringify(name)}`,
    ...(secret === undefined ? [] : ['# Of the provider of your model.', `${secret}=`]),
  ].join('\n');

/** A missing key would only be noticed when the first message has arrived. */
const modelFile = ({ model, secret }: Framework): string => {
  if (secret === undefined) return model;
  const imports = /^(?:import .*\n+)*/.exec(model)![0];
  const check = [
    `if (!process.env.${secret}) {`,
    `  console.error('Write your ${secret} into .env');`,
    '  process.exit(1);',
    '}',
  ];
  return `${imports}${check.join('\n')}\n\n${model.slice(imports.length)}`;
};

const readme = (name: string, { title, secret }: Framework): string =>
  `# ${name}

An agent that takes part in a meeting of Parley (${title}).

    npm install
    npm start

- \`.env\` has the link of the invitation${secret === undefined ? '' : `, and needs your \`${secret}\``}. \`key.json\` appears when the agent has joined: with it, it is the
  same participant whenever it starts. Git ignores both; keep them to yourself.
- \`model.mjs\` chooses the model, \`agent.mjs\` says what the agent does, \`start.mjs\` joins.
- Write to the agent with \`@${name}\` in the browser, or \`parley send --to ${name}\`.`;
