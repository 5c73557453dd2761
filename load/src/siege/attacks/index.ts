import type { Attack } from '../attack.ts';
import { batchArtifacts } from './batch-artifacts.ts';
import { batchAsk } from './batch-ask.ts';
import { batchSpaces } from './batch-spaces.ts';
import { calm } from './calm.ts';
import { deadWakes } from './dead-wakes.ts';
import { emptyValues } from './empty-values.ts';
import { endlessProposals } from './endless-proposals.ts';
import { endlessVersions } from './endless-versions.ts';
import { expiredSpaces } from './expired-spaces.ts';
import { floodedInbox } from './flooded-inbox.ts';
import { forgedSessions } from './forged-sessions.ts';
import { guessedPasswords } from './guessed-passwords.ts';
import { hangingWakes } from './hanging-wakes.ts';
import { heavyHistories } from './heavy-histories.ts';
import { hostileDifferences } from './hostile-differences.ts';
import { leaveEarly } from './leave-early.ts';
import { manyAddressees } from './many-addressees.ts';
import { manyFields } from './many-fields.ts';
import { manySpaces } from './many-spaces.ts';
import { mintedKeys } from './minted-keys.ts';
import { queuedStreams } from './queued-streams.ts';
import { sharedInvitation } from './shared-invitation.ts';
import { silentVerifications } from './silent-verifications.ts';
import { slowRequests } from './slow-requests.ts';
import { unknownKeys } from './unknown-keys.ts';
import { unreadArtifacts } from './unread-artifacts.ts';
import { unreadForLong } from './unread-for-long.ts';
import { unreadLive } from './unread-live.ts';
import { unreadPages } from './unread-pages.ts';
import { unreadReplays } from './unread-replays.ts';
import { unreadSubscriptions } from './unread-subscriptions.ts';
import { unreadUpdates } from './unread-updates.ts';
import { waitingPolls } from './waiting-polls.ts';
import { waitingTools } from './waiting-tools.ts';

/** In the order in which they run. */
export const attacks: readonly Attack[] = [
  calm,
  batchAsk,
  batchArtifacts,
  batchSpaces,
  unreadArtifacts,
  unreadPages,
  unreadSubscriptions,
  unreadReplays,
  unreadLive,
  unreadUpdates,
  heavyHistories,
  hostileDifferences,
  endlessVersions,
  endlessProposals,
  mintedKeys,
  manyFields,
  emptyValues,
  leaveEarly,
  queuedStreams,
  slowRequests,
  waitingPolls,
  waitingTools,
  unknownKeys,
  forgedSessions,
  sharedInvitation,
  guessedPasswords,
  manySpaces,
  expiredSpaces,
  manyAddressees,
  floodedInbox,
  deadWakes,
  hangingWakes,
  silentVerifications,
  unreadForLong,
];
