import type { OperationName } from '@parley/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../../call/admission/admission.ts';
import type { Source } from '../../engine/stream/follow.ts';
import type { Calls } from '../../call/procedures/procedure.ts';
import type { CallMetadata } from '../../call/metadata.ts';
import { keepRoom } from '../limits/answers.ts';
import { encoders } from './answers.ts';
import { assertMeant } from './stored-file.ts';

interface Once {
  calls: Calls;
  admission: Pick<Admission, 'answers'>;
  source: Source;
}

/** Answers an operation that works once. The answer has its room before anything is used up, so it is not refused afterwards. */
export const answeringOnce =
  (name: OperationName, { calls, admission, source: { semaphore } }: Once) =>
  async (request: FastifyRequest, reply: FastifyReply, metadata: CallMetadata, input: unknown): Promise<unknown> => {
    assertMeant(request);
    let free = (): void => {};
    const takeRoom = (bytes: number): void => void (free = keepRoom(admission, request.address, bytes));
    const { answer } = await calls.call(name, input, { ...metadata, takeRoom }).catch((error: unknown) => {
      free();
      throw error;
    });
    // Nothing comes between: it is counted again when it is sent, before this turn of the event loop ends.
    free();
    return encoders.bytesOnce({ answer, request, reply, semaphore });
  };
