import type { Surface } from '../addressing.ts';
import type { ParleyTool } from '../tool.ts';
import { editArtifact, writeArtifact } from './artifacts/edit-or-propose.ts';
import { catchUp } from './catch-up/catch-up.ts';
import { waitForEvents } from './deliveries/wait-for-events.ts';
import { decideProposal, proposingTools } from './proposals/tools.ts';

export { openDeliveriesKey, openWorkField, openWorkMeta, openWorkNotice } from './deliveries/open-work.ts';

/** The only list of what resources add in code: tools that are more than an operation. */
export const toolsOfResources = (surface: Surface): ParleyTool[] => [
  catchUp(surface),
  writeArtifact(surface),
  ...proposingTools(surface),
  decideProposal(surface),
  editArtifact(surface),
  waitForEvents(surface),
];
