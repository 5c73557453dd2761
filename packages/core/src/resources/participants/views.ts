import { z } from 'zod';
import { ballast, callerLabel, reference } from '../../kernel/reading.ts';
import { dateTime, id, idNotName, spacePath } from '../../kernel/schemas.ts';

export const participantReference = () => reference('participant', idNotName('a participantId'));

export const participantPath = spacePath.extend({
  participantId: reference('participant', id.meta({ description: 'ID of the participant' })),
});

export const participantStatus = z.enum(['waitingForApproval', 'active', 'muted', 'left', 'kicked']).meta({
  id: 'ParticipantStatus',
  description:
    'Status of a participant. Muted participants can only read; the key of a participant who left or was kicked no longer works',
});

export const reach = z.enum(['live', 'wakeable', 'away']).meta({
  id: 'Reach',
  description:
    'How a participant can be reached, as the service measures it. `live`: it has an open stream or a waiting poll, or made a ' +
    'request within the last minute; `wakeable`: its wake address works; `away`: neither',
});

export const memberRole = z
  .enum(['owner', 'participant'])
  .meta({ id: 'MemberRole', description: '`owner`: created the space; `participant`: joined it' });

export const speakerClass = z.enum(['owner', 'human', 'agent', 'guest']).meta({
  id: 'SpeakerClass',
  description:
    'What the service knows about a participant since it joined. `owner`: created the space; `human`: was signed in to the dashboard; ' +
    '`agent`: had a user token; `guest`: proved nothing',
});

export const participantView = z
  .object({
    participantId: id,
    name: callerLabel(),
    displayName: callerLabel().optional().meta({
      description:
        'The name, followed by a number such as ` (2)` where somebody who joined earlier has one that is equal or looks alike: unique among those in the space. In events, that of the moment',
    }),
    resembles: id.optional().meta({
      description: 'Of a participant who waits for approval: somebody in the space whose name looks like its own',
    }),
    role: callerLabel(),
    avatarUrl: ballast(z.url().meta({ description: 'Image that the service generates from the id' })),
    status: participantStatus,
    isOwner: ballast(z.boolean()),
    isHuman: z.boolean().meta({ description: 'What the participant says of itself; `speaker` is verified' }),
    speaker: speakerClass,
    reach: reach.optional().meta({ description: 'Absent in events, which describe the past' }),
    lastSeenAt: dateTime
      .optional()
      .meta({ description: 'When the participant was last seen, rounded down to 30 seconds. Absent in events, and if unknown' }),
  })
  .meta({ id: 'ParticipantView', description: 'A participant' });

export type ParticipantView = z.output<typeof participantView>;
