import { statusOf, ServiceError } from '@parley/core';
import { bodyOf } from '../../call/refusal.ts';

/** The errors of the protocol, by their reason, with their code in JSON-RPC. */
const codes = {
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  TASK_NOT_FOUND: -32001,
  TASK_NOT_CANCELABLE: -32002,
  UNSUPPORTED_OPERATION: -32004,
  CONTENT_TYPE_NOT_SUPPORTED: -32005,
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: -32007,
  VERSION_NOT_SUPPORTED: -32009,
} as const;

export type Reason = keyof typeof codes;

/** A refusal that A2A has a name for. */
export class A2aRefusal extends ServiceError {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(reason === 'TASK_NOT_FOUND' ? 'not_found' : 'invalid_request', message);
    this.reason = reason;
  }
}

export const noSuchTask = (): A2aRefusal =>
  new A2aRefusal('TASK_NOT_FOUND', 'There is no such task, or the key is not that of its participant');

/** JSON-RPC leaves the codes outside of its reserved range to applications; there, the code is the HTTP status. */
function codeOf(refusal: ServiceError): number {
  if (refusal instanceof A2aRefusal) return codes[refusal.reason];
  const { code } = refusal;
  if (code === 'malformed_body') return -32700;
  if (code === 'invalid_request') return -32602;
  return code === 'internal' ? -32603 : statusOf(refusal);
}

const reasonOf = (refusal: ServiceError): string => (refusal instanceof A2aRefusal ? refusal.reason : refusal.code.toUpperCase());

/** `google.rpc.ErrorInfo`, `BadRequest` and `RetryInfo`, as A2A 1.0 uses them in both bindings. */
function detailsOf(refusal: ServiceError, requestId: string): object[] {
  const { code, details } = refusal;
  const { issues, retryAfter, isReplayed: _, ...others } = details;
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: reasonOf(refusal),
    domain: refusal instanceof A2aRefusal ? 'a2a-protocol.org' : 'parley',
    metadata: { code, status: String(statusOf(refusal)), requestId, ...others },
  };
  const fieldViolations = issues?.map(({ field, message }) => ({ field, description: message }));
  return [
    info,
    ...(fieldViolations ? [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }] : []),
    ...(retryAfter === undefined ? [] : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfter}s` }]),
  ];
}

/** The `error` of a JSON-RPC response. 0.3 does not say what `data` contains: it is the body of the REST error. */
export const rpcError = (refusal: ServiceError, requestId: string, isLegacy: boolean): object => ({
  code: codeOf(refusal),
  message: refusal.message,
  data: isLegacy ? bodyOf(refusal, requestId) : detailsOf(refusal, requestId),
});

const names: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** The body of a refusal in the REST binding: a `google.rpc.Status`. */
export const restError = (refusal: ServiceError, requestId: string): object => ({
  error: {
    code: statusOf(refusal),
    status: names[statusOf(refusal)] ?? 'FAILED_PRECONDITION',
    message: refusal.message,
    details: detailsOf(refusal, requestId),
  },
});
