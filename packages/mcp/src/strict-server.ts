import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Implementation,
  type JSONRPCRequest,
  type Result,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { inWords } from '@parley/core';
import type { Refuse } from './result.ts';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;
type Issue = Parameters<typeof inWords>[0] & { path: (string | number)[]; message: string };

/**
 * Refuses invalid parameters with -32602 and a readable message, and hides internal errors. The library would send the issues of
 * its validator as JSON in the message, mostly with -32603, and the messages of all other errors too.
 */
export class StrictServer extends Server {
  readonly #refuse: Refuse;

  constructor(info: Implementation, options: ServerOptions, refuse: Refuse) {
    super(info, options);
    this.#refuse = refuse;
  }

  /** Also called while the library is constructed, for the methods that it serves itself. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const inner = super._wrapHandler(method, handler);
    return (request, context) =>
      inner(request, context).catch((error: unknown) => {
        throw this.#refusalOf(error);
      });
  }

  #refusalOf(error: unknown): ProtocolError {
    const issues = error instanceof Error ? issuesIn(error.message) : undefined;
    if (issues) return new ProtocolError(ProtocolErrorCode.InvalidParams, issues.map(sentence).join('; '));
    if (error instanceof ProtocolError) return error;
    const { body } = this.#refuse(error);
    return new ProtocolError(ProtocolErrorCode.InternalError, body.error, body);
  }
}

/** What the validator of the library found; undefined if this is another message. */
function issuesIn(message: string): Issue[] | undefined {
  const [json] = /\[\n[^]*\]$/.exec(message) ?? [];
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json) as Issue[];
  } catch {
    return undefined;
  }
}

/** The issue does not contain the value; only its message shows that the value is missing. */
function sentence(issue: Issue): string {
  const input = issue.message.endsWith('undefined') ? undefined : null;
  return `${issue.path.slice(1).join('.') || 'params'} ${inWords({ ...issue, input } as Issue)}`;
}
