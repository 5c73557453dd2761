import { createHash } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode, type Resource, type Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Addressing } from './addressing.ts';
import { inWords } from './declared.ts';
import { instructionsFor } from './instructions.ts';
import { profiles } from './profiles.ts';
import { promptText } from './prompts.ts';

/** The capability of a server that has skills (SEP-2640). */
export const skillsExtension = { 'io.modelcontextprotocol/skills': {} };

const frontmatter = {
  name: 'meet',
  description:
    'Takes part in a meeting of Parley, or chairs one: joins by a link, answers directed messages, edits shared texts, asks people to decide. ' +
    'Use it when you get a link to a space of Parley, or are asked to bring agents and humans together.',
};

/** How to meet, as a file of the Agent Skills format. */
export interface Skill {
  readonly text: string;
  readonly resource: Resource;
  /** With the digest of the file, to which hosts bind the consent of their users. */
  readonly entry: { uri: string; frontmatter: typeof frontmatter; resources: { uri: string; digest: string; size: number }[] };
}

const made = new WeakMap<Addressing, Skill>();

/** The skill of a server: its instructions and prompts, for hosts that load what they need when they need it. */
export function skillFor(addressing: Addressing): Skill {
  let skill = made.get(addressing);
  if (!skill) made.set(addressing, (skill = skillWith(addressing)));
  return skill;
}

function skillWith(addressing: Addressing): Skill {
  const uri = 'skill://parley/meet/SKILL.md';
  const text = [
    '---',
    ...Object.entries(frontmatter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    '---',
    '# Meet in Parley',
    instructionsFor(addressing),
    '## Take part',
    promptText('join_meeting', addressing, { link: 'LINK', name: 'NAME' }),
    '## Chair',
    promptText('chair_meeting', addressing, { topic: 'TOPIC' }),
    '## Other tools',
    `Your list of tools is one of ${inWords(profiles, 'and')}. Whoever configures the client chooses another with \`?tools=\` at the end of its ` +
      'address, or with `parley mcp --tools`. What is not listed can be called too.',
    '',
  ].join('\n');
  const bytes = Buffer.from(text);
  const file = { uri, digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`, size: bytes.length };
  return { text, resource: { uri, ...frontmatter, mimeType: 'text/markdown' }, entry: { uri, frontmatter, resources: [file] } };
}

const listing = z.object({ cursor: z.string().optional() });
const address = z.object({ uri: z.string() });

/** Answers `skills/list` and `skills/get`; the file itself is a resource. */
export function serveSkill(server: Server, { entry }: Skill, caching: { ttlMs: number; cacheScope: 'public' | 'private' }): void {
  server.setRequestHandler('skills/list', { params: listing }, () => ({ skills: [entry], ...caching }));
  server.setRequestHandler('skills/get', { params: address }, ({ uri }) => {
    if (uri !== entry.uri)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such skill: skills/list names it');
    return { skill: entry, ...caching };
  });
}
