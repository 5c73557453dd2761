import type { Room } from '../../space/room.ts';
import type { Outcome } from '../resource.ts';
import { hashOf } from './address.ts';

const day = new Intl.DateTimeFormat([], { dateStyle: 'medium' });

/** The artifacts that there are. */
export const outcomesIn = async ({ artifacts }: Room): Promise<Outcome[]> =>
  artifacts.peek().map(({ id: artifactId, name, version, updatedAt }) => ({
    of: 'changed',
    title: name,
    note: `version ${version}, ${day.format(new Date(updatedAt))}`,
    hash: hashOf({ view: 'text', artifactId }),
  }));
