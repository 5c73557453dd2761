import { Parley, type Space, type SpaceKeys } from '@parley/sdk';
import { machines, type Machine } from './machine.ts';

/** Olga, who owns the space and the artifact, and two others. */
export async function planning(url: string): Promise<{ olga: Machine; gus: Machine; mia: Machine; space: Space }> {
  const [olga, gus, mia] = await machines(url, 'olga', 'gus', 'mia');
  const keys = await olga.answers<SpaceKeys>('space', 'create', 'Launch', '--name', 'Olga', '--show-key');
  const space = new Parley({ baseUrl: url }).space({ spaceId: keys.spaceId, key: keys.key });
  const { agentLink } = await olga.answers<{ agentLink: string }>('invite');
  await gus.does('join', agentLink, '--name', 'Gus');
  await mia.does('join', agentLink, '--name', 'Mia');
  await olga.tries(['artifact', 'create', 'Plan'], { input: '# Plan\n\none\n' });
  return { olga, gus, mia, space };
}

export interface Listed {
  proposalId: string;
  state: string;
}

export const listed = (who: Machine, ...words: string[]) => who.answers<Listed[]>('artifact', 'proposals', 'Plan', ...words);
export const idOf = (id: string): string => id.slice(0, 8);

/** Proposes what is added at the end. Returns the start of its id. */
export async function proposed(who: Machine, input = 'two\n', ...more: string[]): Promise<string> {
  const { code, stdout, stderr } = await who.tries(['artifact', 'propose', 'Plan', '--append', ...more, '--json'], { input });
  if (code !== 0) throw new Error(stderr);
  return idOf((JSON.parse(stdout) as Listed).proposalId);
}

export const present = (who: Machine) => who.does('artifact', 'show', 'Plan');
