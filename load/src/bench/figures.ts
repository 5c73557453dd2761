/** What is measured in a round; less is better, except of `perSecond`. */
export interface Figures {
  perSecond?: number;
  /** CPU time of the server for each request, delivery or write. */
  cpuMicros?: number;
  p50Ms?: number;
  p99Ms?: number;
  ms?: number;
  seconds?: number;
  kilobytes?: number;
}

export type Figure = keyof Figures;
/** Measures once. */
export type Measurement = () => Promise<Figures>;
/** Prepares a measurement. */
export type Way = () => Promise<Measurement>;

/** This machine lacks what a measurement needs. */
export class Missing extends Error {}

interface Kind {
  title: string;
  unit: string;
  show(value: number): string;
}

const micros = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} µs`;
const millis = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;

/** How each figure is named, and shown beside others. */
export const kinds: Readonly<Record<Figure, Kind>> = {
  cpuMicros: { title: 'CPU', unit: 'µs', show: (value) => `${micros(value)} CPU` },
  perSecond: { title: 'rate', unit: '1/s', show: (value) => `${Math.round(value).toLocaleString('en')}/s` },
  p50Ms: { title: 'p50', unit: 'ms', show: (value) => `p50 ${millis(value)}` },
  p99Ms: { title: 'p99', unit: 'ms', show: (value) => `p99 ${millis(value)}` },
  ms: { title: 'time', unit: 'ms', show: millis },
  seconds: { title: 'time', unit: 's', show: (value) => `${value.toFixed(2)} s` },
  kilobytes: { title: 'size', unit: 'kB', show: (value) => `${value.toFixed(1)} kB` },
};
