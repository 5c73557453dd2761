import { expect, test } from 'vitest';
import { ephemeralIn } from './ephemeral.ts';

const layer = '29 28 0:50 / / rw,relatime - overlay overlay rw,lowerdir=/l,upperdir=/u';
const disk = '30 29 8:1 /volumes/data/_data /data rw,relatime master:1 - ext4 /dev/sda1 rw';

test('a folder without a volume is in the layer of the container', () => {
  expect(ephemeralIn(layer, '/data')).toBe('in the layer of the container');
  expect(ephemeralIn(`${layer}\n${disk}`, '/database')).toBe('in the layer of the container');
});

test('a folder in a volume lasts, and so does one on a machine without containers', () => {
  expect(ephemeralIn(`${layer}\n${disk}`, '/data')).toBeUndefined();
  expect(ephemeralIn(`${disk}\n${layer}`, '/data/deep')).toBeUndefined();
  expect(ephemeralIn('22 1 8:2 / / rw - ext4 /dev/sda2 rw', '/var/lib/parley')).toBeUndefined();
  expect(ephemeralIn('', '/data')).toBeUndefined();
});

test('what is mounted last counts: a folder in memory is lost', () => {
  expect(ephemeralIn(`${layer}\n${disk}\n31 30 0:60 / /data rw - tmpfs tmpfs rw`, '/data')).toBe('in memory');
});
