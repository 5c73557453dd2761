import { ParleyError } from '../../errors.ts';
import type { DeliveryOutcome, DeliveryView } from '../../generated/types.ts';

/**
 * A question that will get no reply: `delivery` says how it ended, with the `outcome` and the `note` of the participant who was asked.
 * @see docs/sdk.md#ask
 */
export class NoReplyError extends ParleyError {
  override readonly name = 'NoReplyError';
  /** The delivery of the question. */
  readonly delivery: DeliveryView;
  /**
   * `declined` or `acknowledged` by the participant; `refused`: they accept no messages from you; `failed`: five attempts ended without an outcome; `expired`: the participant left or
   * was kicked, or the space ended; `withdrawn` by you.
   */
  readonly outcome: Exclude<DeliveryOutcome, 'replied'>;
  /** What the participant wrote for the sender. */
  readonly note: string | undefined;

  /** @internal */
  constructor(delivery: DeliveryView, outcome: Exclude<DeliveryOutcome, 'replied'>, name = 'the participant') {
    const ends = { declined: `${name} declined`, refused: `${name} accepts no messages from you` } as const;
    const said = outcome in ends ? ends[outcome as keyof typeof ends] : `No reply from ${name}: ${outcome}`;
    super(delivery.note ? `${said}: ${delivery.note}` : said, { code: `delivery_${outcome}` });
    this.delivery = delivery;
    this.outcome = outcome;
    this.note = delivery.note;
  }
}
