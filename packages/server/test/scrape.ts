import { expect } from 'vitest';

/** One line of what a server measured. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export const token = 'a token of sixteen characters or more';

/** The metrics of a server, as Prometheus reads them. */
export async function scrape(
  { url }: { url: string },
  authorization = `Bearer ${token}`,
): Promise<{ text: string; samples: Sample[] }> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization } });
  expect(response.status).toBe(200);
  const text = await response.text();
  return { text, samples: samplesIn(text) };
}

const samplesIn = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!;
      const pairs = Array.from(labels.matchAll(/(\w+)="([^"]*)"/g), ([, label, value]) => [label, value]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value.replace('Nan', 'NaN')) };
    });

/** The sum of the samples with these labels. */
export const sumOf = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((sample) => sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
