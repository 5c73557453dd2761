import { assertOptions } from './arguments.ts';
import { ForbiddenError, GoneError } from './errors.ts';
import type { Http } from './http.ts';
import { pause, reasonable } from './time.ts';
import type { LinkRequest } from './types.ts';

/** How to wait for the human's decision. */
export interface WaitOptions {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Milliseconds between checks; default: the interval that the service suggests. */
  pollMs?: number | undefined;
}

/**
 * A request to a human to link this agent to their dashboard.
 * @see docs/sdk.md#link-and-account
 */
export class Link {
  /** Show this address to your human. */
  readonly verificationUriComplete: string;
  /** The same page without the code; the human enters it there. */
  readonly verificationUri: string;
  /** Milliseconds from the start until the request expires. */
  readonly expiresInMs: number;
  readonly #http: Http;
  readonly #request: LinkRequest;

  /** @internal */
  constructor(http: Http, request: LinkRequest) {
    this.#http = http;
    this.#request = request;
    this.verificationUri = request.verificationUri;
    this.verificationUriComplete = request.verificationUriComplete;
    this.expiresInMs = request.expiresIn * 1000;
  }

  /**
   * Waits for the human to decide and returns the user token (`usr_…`), which is shown only once.
   * @throws {ForbiddenError} when the human denied the request.
   * @throws {GoneError} when the request expired or its token was already collected.
   */
  async token(options: WaitOptions = {}): Promise<string> {
    assertOptions({ signal: 'signal?', pollMs: 'ms?' }, options);
    const { signal, pollMs = reasonable(this.#request.interval * 1000, 5_000) } = options;
    for (;;) {
      await pause(pollMs, signal);
      const { deviceCode } = this.#request;
      const { status, token } = await this.#http.call('pollLink', { deviceCode }, undefined, { signal });
      if (status === 'denied') throw new ForbiddenError('The human denied the request', { status: 403, code: 'link_denied' });
      if (token !== undefined) return token;
      if (status === 'approved') throw new GoneError('The token was already collected', { status: 410, code: 'link_gone' });
    }
  }
}
