import type { Meter } from '../../engine/observe/meter.ts';

/** A meter that remembers everything: the observed values, and the labels of what was counted, by metric. */
export function recordingMeter() {
  const counted = new Map<string, string[]>();
  const observed = new Map<string, number[]>();
  const add = <Value>(to: Map<string, Value[]>, name: string, value: Value) =>
    void to.set(name, [...(to.get(name) ?? []), value]);
  const meter: Meter = {
    isOn: true,
    count: (name, ...labels) => add(counted, name, labels.join(' ')),
    observe: (name, ...[value]) => add(observed, name, value),
    gauge() {},
  };
  return {
    meter,
    countedOf: (name: string) => counted.get(name) ?? [],
    observedOf: (name: string) => observed.get(name) ?? [],
  };
}
