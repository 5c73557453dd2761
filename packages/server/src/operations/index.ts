import type { OperationName } from '@parley/core';
import * as account from './account.ts';
import * as artifacts from './artifacts.ts';
import * as catchUp from './catch-up.ts';
import * as deliveries from './deliveries.ts';
import type { Implementation } from './define.ts';
import * as exports from './exports.ts';
import * as files from './files.ts';
import * as invitations from './invitations.ts';
import * as links from './links.ts';
import * as messages from './messages.ts';
import * as meta from './meta.ts';
import * as participants from './participants.ts';
import * as proposals from './proposals.ts';
import * as spaces from './spaces.ts';
import * as tasks from './tasks.ts';
import * as versions from './versions.ts';
import * as wakes from './wakes.ts';

/** A missing operation does not compile. */
export const operations: { [Name in OperationName]: Implementation<Name> } = {
  ...meta,
  ...spaces,
  ...exports,
  ...invitations,
  ...participants,
  ...messages,
  ...wakes,
  ...artifacts,
  ...versions,
  ...proposals,
  ...tasks,
  ...files,
  ...deliveries,
  ...catchUp,
  ...links,
  ...account,
};
