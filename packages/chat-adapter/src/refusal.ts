import {
  AdapterError,
  AdapterRateLimitError,
  AuthenticationError,
  NetworkError as Unreachable,
  PermissionError,
  ResourceNotFoundError,
  ValidationError,
} from '@chat-adapter/shared';
import {
  BudgetSpentError,
  ForbiddenError,
  InvalidRequestError,
  KeyError,
  NetworkError,
  NotFoundError,
  ParleyError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '@parley/sdk';
import { adapterName } from './place.ts';

/** Does something; a refusal becomes the error that the Chat SDK has for it, with the words of the server and the refusal as its `cause`. */
export async function told<T>(action: string, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ParleyError)) throw cause;
    throw Object.assign(fitting(cause, action), { message: cause.message, cause });
  }
}

function fitting(error: ParleyError, action: string): AdapterError {
  if (error instanceof KeyError) return new AuthenticationError(adapterName);
  if (error instanceof ForbiddenError) return new PermissionError(adapterName, action);
  if (error instanceof NotFoundError) return new ResourceNotFoundError(adapterName, error.code);
  if (error instanceof InvalidRequestError) return new ValidationError(adapterName, error.message);
  if (error instanceof RateLimitError) return new AdapterRateLimitError(adapterName, Math.ceil(error.retryAfterMs / 1_000));
  if (error instanceof BudgetSpentError) return new AdapterRateLimitError(adapterName);
  const isUnreachable = [NetworkError, ServerError, TimeoutError].some((kind) => error instanceof kind);
  if (isUnreachable) return new Unreachable(adapterName, error.message, error);
  return new AdapterError(error.message, adapterName, error.code);
}
