import { asName } from '@parley/testing';
import fc, { type Arbitrary } from 'fast-check';

const operations = [
  'getSpace',
  'updateSpace',
  'pauseSpace',
  'resumeSpace',
  'closeSpace',
  'createInvitation',
  'listInvitations',
  'revokeInvitation',
  'joinSpace',
  'getJoinStatus',
  'approveParticipant',
  'kickParticipant',
  'muteParticipant',
  'unmuteParticipant',
  'leaveSpace',
  'sendMessage',
  'directMessage',
  'replyMessage',
  'claimDelivery',
  'settleDelivery',
  'releaseDelivery',
  'withdrawDelivery',
  'acceptDelivery',
  'putInbound',
  'listMessages',
  'createArtifact',
  'listArtifacts',
  'getArtifact',
  'writeArtifact',
  'lockArtifact',
  'heartbeatArtifactLock',
  'unlockArtifact',
] as const;
export type OperationName = (typeof operations)[number];

type Who = 'owner' | 'guest' | 'invited' | 'stranger' | 'foreigner' | 'nobody';
/** Deliberate faults of a request. */
type Flaw = 'none' | 'body' | 'id' | 'no id' | 'space' | 'no space';

/** One step of a meeting, with numbers that are taken modulo what exists at its turn. */
export interface Step {
  /** `again` repeats an earlier request with its Idempotency-Key, `changed` with a different body. */
  operation: OperationName | 'again' | 'changed';
  who: Who;
  pick: number;
  target: number;
  /** Whether it prefers participants for whom the step makes sense. */
  apt: boolean;
  server: number;
  flaw: Flaw;
  keyed: boolean;
  text: string;
}

const weights: Partial<Record<Step['operation'], number>> = {
  createInvitation: 2,
  joinSpace: 5,
  getJoinStatus: 4,
  approveParticipant: 4,
  sendMessage: 5,
  directMessage: 4,
  replyMessage: 2,
  claimDelivery: 4,
  settleDelivery: 2,
  releaseDelivery: 2,
  withdrawDelivery: 2,
  acceptDelivery: 2,
  lockArtifact: 5,
  writeArtifact: 4,
  createArtifact: 2,
  muteParticipant: 3,
  unmuteParticipant: 2,
  heartbeatArtifactLock: 2,
  unlockArtifact: 3,
  pauseSpace: 2,
  resumeSpace: 4,
  again: 3,
  changed: 2,
};
/** Who normally does it; closing ends the meeting, so it is late and rare. */
const natural: Partial<Record<Step['operation'], Who>> = {
  joinSpace: 'invited',
  getJoinStatus: 'invited',
  leaveSpace: 'guest',
  sendMessage: 'guest',
  directMessage: 'guest',
  withdrawDelivery: 'guest',
  lockArtifact: 'guest',
  writeArtifact: 'guest',
  heartbeatArtifactLock: 'guest',
};
const anybody = fc.constantFrom<Who>('owner', 'owner', 'guest', 'guest', 'guest', 'invited', 'stranger', 'foreigner', 'nobody');
const flaws = fc.oneof(
  { arbitrary: fc.constant<Flaw>('none'), weight: 14 },
  { arbitrary: fc.constantFrom<Flaw>('body', 'id', 'no id', 'space', 'no space'), weight: 1 },
);

const step = (operation: Step['operation']): Arbitrary<Step> =>
  fc.record({
    operation: fc.constant(operation),
    who: fc.oneof({ arbitrary: fc.constant(natural[operation] ?? 'owner'), weight: 5 }, { arbitrary: anybody, weight: 2 }),
    pick: fc.nat(11),
    target: fc.nat(11),
    apt: fc.oneof({ arbitrary: fc.constant(true), weight: 3 }, { arbitrary: fc.constant(false), weight: 2 }),
    server: fc.nat(3),
    flaw: flaws,
    keyed: fc.boolean(),
    // Some are names, which are stored as they are only if they are tidy.
    text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => asName(`${text}.`, 40)),
  });

const steps = [...operations.filter((name) => name !== 'closeSpace'), 'again', 'changed'] as const;
const anyStep = fc.oneof(...steps.map((name) => ({ arbitrary: step(name), weight: weights[name] ?? 1 })));

/** A space, its initial members, and the steps; in a third of the meetings the owner closes it. */
export const meetings = fc.record({
  privacy: fc.constantFrom('public' as const, 'private' as const),
  guests: fc.nat(3),
  documents: fc.nat(2),
  steps: fc
    .tuple(
      fc.array(anyStep, { minLength: 1, maxLength: 60, size: 'max' }),
      fc.option(fc.tuple(fc.nat(12), step('closeSpace')), { freq: 2 }),
    )
    .map(([steps, closing]) =>
      closing ? [...steps.slice(0, -closing[0] - 1), closing[1], ...steps.slice(-closing[0] - 1)] : steps,
    ),
});

/** The steps that add guests and artifacts to a new space. */
export function prelude(privacy: 'public' | 'private', guests: number, documents: number): Step[] {
  const plain = { pick: 0, apt: true, server: 0, flaw: 'none', keyed: false, text: 'from the start' } as const;
  const of = (operation: OperationName, who: Who, target = 0): Step => ({ ...plain, operation, who, target });
  const arrive = (target: number): Step[] => [
    of('joinSpace', 'invited'),
    ...(privacy === 'public'
      ? []
      : [of('approveParticipant', 'owner'), { ...of('getJoinStatus', 'invited', target), apt: false }]),
  ];
  return [
    of('createInvitation', 'owner'),
    ...Array.from({ length: guests }, (_, i) => arrive(i + 1)).flat(),
    ...Array.from({ length: documents }, () => of('createArtifact', 'owner')),
  ];
}
