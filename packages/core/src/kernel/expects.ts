import { z } from 'zod';

export const expecting =
  'What the sender of a directed message expects of each addressee: `reply`: a message with `replyTo`; `ack`: to settle the delivery; ' +
  '`nothing`: to claim it';

/** What a caller can expect of those whom it addresses. */
export const expects = z.enum(['reply', 'ack', 'nothing']).meta({ id: 'Expects', description: expecting });
