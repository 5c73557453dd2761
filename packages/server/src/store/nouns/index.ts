import { Tables } from '../tables.ts';
import { artifacts } from './artifacts.ts';
import { deliveries } from './deliveries.ts';
import { fileChunks } from './file-chunks.ts';
import { fileLinks } from './file-links.ts';
import { files } from './files.ts';
import { invitations } from './invitations.ts';
import { memberships } from './memberships.ts';
import { participants } from './participants.ts';
import { presence } from './presence.ts';
import { proposals } from './proposals.ts';
import { proposedChanges } from './proposed-changes.ts';
import { signals } from './signals.ts';
import { spaces } from './spaces.ts';
import { spending } from './spending.ts';
import { taskTexts } from './task-texts.ts';
import { tasks } from './tasks.ts';
import { versions } from './versions.ts';
import { wakes } from './wakes.ts';

/** The only list of tables of spaces. */
export const tables = new Tables({
  spaces,
  participants,
  artifacts,
  versions,
  proposals,
  proposedChanges,
  tasks,
  taskTexts,
  files,
  fileChunks,
  fileLinks,
  invitations,
  memberships,
  deliveries,
  spending,
  presence,
  wakes,
  signals,
});
