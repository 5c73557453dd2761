import { z } from 'zod';
import { ballast } from '../../kernel/reading.ts';
import { id, sequence, sha256 } from '../../kernel/schemas.ts';
import { artifactSummary, via } from './views.ts';

export const action = z.enum([
  'created',
  'updated',
  'restored',
  'renamed',
  'deleted',
  'undeleted',
  'locked',
  'unlocked',
  'lock-expired',
]);

export const events = {
  artifact: z
    .object({
      sequence,
      action,
      artifact: artifactSummary,
      sha256: ballast(sha256.optional()),
      via: via.optional(),
      authorId: id.optional().meta({ description: 'Who wrote the text: the actor, unless that accepted the text of another' }),
      actorId: id,
    })
    .meta({ id: 'ArtifactEvent', description: 'A change to an artifact; does not contain its content' }),
};
