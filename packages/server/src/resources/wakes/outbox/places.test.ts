import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Places, quickMs, type ReceiverSlot, type WantedSlot } from './places.ts';

/** What attackers do: requests to a number of network addresses, in any space, that end in any way or never. */
type Move =
  | { kind: 'take'; network: number; space: number; isTrial: boolean; isQuick: boolean }
  | { kind: 'end'; which: number; wasQuick: boolean | undefined }
  | { kind: 'pass'; ms: number };

const moves = (networks: number, isQuick = fc.boolean()): fc.Arbitrary<Move[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('take' as const),
          network: fc.nat(networks - 1),
          space: fc.nat(99),
          isTrial: fc.boolean(),
          isQuick,
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('end' as const),
          which: fc.nat(),
          wasQuick: fc.constantFrom(true, false, undefined),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(2 * quickMs) }) },
    ),
    { maxLength: 400 },
  );

const kinds = [
  { isTrial: false, isQuick: true },
  { isTrial: true, isQuick: false },
  { isTrial: false, isQuick: false },
];

/** After those moves, attackers take all places that they can get, twice: the first ones have become late by then. */
function besieged(by: readonly Move[], { networks = 0, allowed = kinds, before = (_: Places) => {} } = {}) {
  let ms = 0;
  const places = new Places(() => ms);
  before(places);
  for (const move of by) {
    if (move.kind === 'pass') ms += move.ms;
    else if (move.kind === 'end') {
      const open = [...places.open];
      if (open.length > 0) places.end(open[move.which % open.length]!, move.wasQuick);
    } else {
      const { isTrial } = move;
      places.take({
        network: `10.0.0.${move.network}`,
        spaceId: `attacker ${move.space}`,
        isTrial,
        isQuick: move.isQuick && !isTrial,
      });
    }
  }
  const exhaust = () => {
    for (let network = 0; network < networks; network += 1)
      for (const kind of allowed)
        for (let space = 0; space < 4; space += 1)
          fill(places, { network: `10.0.0.${network}`, spaceId: `attacker ${network} ${space}`, ...kind });
  };
  exhaust();
  ms += quickMs;
  exhaust();
  return { places, pass: (more: number) => (ms += more) };
}

const honest: WantedSlot = { network: '192.0.2.1', spaceId: 'honest', isTrial: false, isQuick: true };

/** Takes places until there are none. */
function fill(places: Places, wanted: WantedSlot): ReceiverSlot[] {
  const taken: ReceiverSlot[] = [];
  for (let place = places.take(wanted); place; place = places.take(wanted)) taken.push(place);
  return taken;
}

describe('places', () => {
  type Means = Parameters<typeof besieged>[1];
  const always = (by: fc.Arbitrary<Move[]>, means: Means, check: (places: Places) => void) =>
    fc.assert(
      fc.property(by, (made) => {
        check(besieged(made, means).places);
      }),
    );
  const trial = { ...honest, isTrial: true, isQuick: false };

  it('a receiver that answers soon has one at once, whatever six network addresses of attackers do', () =>
    always(moves(6), { networks: 6 }, (places) => expect(places.take(honest)).toBeDefined()));

  it('a receiver that answers soon has one at once, whatever any number of receivers does that did not answer soon', () => {
    const means = { networks: 250, allowed: kinds.slice(1) };
    always(moves(250, fc.constant(false)), means, (places) => expect(fill(places, honest)).toHaveLength(4));
  });

  it('a verification has one at once, whatever six network addresses of attackers do', () =>
    always(moves(6), { networks: 6 }, (places) => expect(places.take(trial)).toBeDefined()));

  it('a receiver that failed has one at once, whatever three network addresses of attackers do', () =>
    always(moves(3), { networks: 3 }, (places) => expect(places.take({ ...honest, isQuick: false })).toBeDefined()));

  it('a verification at a network address that answers soon has one, whatever any number of verifications elsewhere does', () => {
    const before = (places: Places) => places.end(places.take(honest)!, true);
    const never = moves(250, fc.constant(false)).map((by) => by.filter(({ kind }) => kind !== 'end'));
    const means = { networks: 250, allowed: kinds.slice(1, 2), before };
    always(never, means, (places) => expect(places.take(trial)).toBeDefined());
  });

  it('receivers that fail leave places to verifications, and the other way round', () => {
    const failing = { ...honest, isQuick: false };
    always(fc.constant([]), { networks: 250, allowed: kinds.slice(2) }, (places) => expect(places.take(trial)).toBeDefined());
    always(fc.constant([]), { networks: 250, allowed: [kinds[1]!] }, (places) => expect(places.take(failing)).toBeDefined());
  });

  it('a receiver that answers soon has one, beside others of its network address that hang, after two seconds at the latest', () => {
    const places = besieged([]);
    const hanging = { ...honest, spaceId: 'attacker' };
    expect(fill(places.places, hanging)).toHaveLength(4);
    expect(places.places.take(honest)).toBeUndefined();
    places.pass(quickMs);
    expect(places.places.take(honest)).toBeDefined();
    expect(fill(places.places, { ...honest, isQuick: false, isTrial: true })).toEqual([]);
  });

  it('never exceeds what is allowed in all, to one network address and for one space', () =>
    fc.assert(
      fc.property(moves(40), (by) => {
        const open = [...besieged(by, { networks: 40 }).places.open];
        expect(open.length).toBeLessThanOrEqual(64);
        expect(open.filter(({ isTrial }) => isTrial).length).toBeLessThanOrEqual(32);
        for (const { network, spaceId } of open) {
          expect(open.filter((each) => each.network === network).length).toBeLessThanOrEqual(5);
          expect(open.filter((each) => each.spaceId === spaceId && !each.isQuick).length).toBeLessThanOrEqual(4);
        }
      }),
    ));

  it('one space gets only a part, on however many network addresses', () => {
    const { places } = besieged([]);
    const networks = Array.from({ length: 40 }, (_, i) => `10.0.0.${i}`);
    const taken = (kind: object) => networks.flatMap((network) => fill(places, { ...honest, ...kind, network })).length;
    expect([taken({ isTrial: true, isQuick: false }), taken({})]).toEqual([4, 8]);
  });

  it('verifications get only a part, even at network addresses that answer soon', () => {
    const { places } = besieged([]);
    const networks = Array.from({ length: 40 }, (_, i) => `10.0.0.${i}`);
    for (const network of networks) places.end(places.take({ ...honest, network })!, true);
    expect(networks.flatMap((network) => fill(places, { ...trial, spaceId: network, network }))).toHaveLength(24);
  });

  it('a network address that failed last gets one request at a time, until it answers soon', () => {
    const { places } = besieged([]);
    const probe = { ...honest, isQuick: false };
    const first = fill(places, probe);
    expect(first).toHaveLength(2);
    for (const place of first) places.end(place, false);
    const [second, ...more] = fill(places, probe);
    expect(more).toEqual([]);
    places.end(second!, true);
    expect(fill(places, probe)).toHaveLength(2);
  });

  it('a network address that was not contacted is not judged', () => {
    const { places } = besieged([]);
    const place = places.take({ ...honest, isQuick: false })!;
    places.end(place, undefined);
    expect(places.isSlow(honest.network)).toBe(false);
  });

  it('remembers a bounded number of network addresses, those that it met last', () => {
    const { places } = besieged([]);
    for (let i = 0; i < 5_000; i += 1) places.end(places.take({ ...honest, isQuick: false, network: `network ${i}` })!, false);
    expect(places.isSlow('network 0')).toBe(false);
    expect(places.isSlow('network 904')).toBe(true);
    expect(places.isSlow('network 4999')).toBe(true);
  });
});
