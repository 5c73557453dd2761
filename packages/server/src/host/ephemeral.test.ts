import { expect, test } from 'vitest';
import { ephemeralIn, replacesRoot } from './ephemeral.ts';

const layer = '29 28 0:50 / / rw,relatime - overlay overlay rw,lowerdir=/l,upperdir=/u';
const root = '22 1 8:2 / / rw - ext4 /dev/vda rw';
const disk = '30 29 8:1 /volumes/data/_data /data rw,relatime master:1 - ext4 /dev/sda1 rw';

test('a folder without a volume is in the layer of the container', () => {
  expect(ephemeralIn(layer, '/data')).toBe('in the layer of the container');
  expect(ephemeralIn(`${layer}\n${disk}`, '/database')).toBe('in the layer of the container');
});

test('a folder in a volume lasts, and so does one on a machine without containers', () => {
  expect(ephemeralIn(`${layer}\n${disk}`, '/data')).toBeUndefined();
  expect(ephemeralIn(`${disk}\n${layer}`, '/data/deep')).toBeUndefined();
  expect(ephemeralIn(root, '/var/lib/parley')).toBeUndefined();
  expect(ephemeralIn('', '/data')).toBeUndefined();
});

test('what is mounted last counts: a folder in memory is lost', () => {
  expect(ephemeralIn(`${layer}\n${disk}\n31 30 0:60 / /data rw - tmpfs tmpfs rw`, '/data')).toBe('in memory');
});

test('a machine whose root is replaced by each deployment loses what is not in a volume, whatever its file system', () => {
  const lost = 'in the root file system, which each deployment replaces';
  expect(ephemeralIn(root, '/data', true)).toBe(lost);
  expect(ephemeralIn('22 1 0:9 / / rw - 9p none rw', '/data', true)).toBe(lost);
  expect(ephemeralIn(`${root}\n31 22 254:16 / /data rw,relatime - ext4 /dev/vdc rw`, '/data', true)).toBeUndefined();
});

test('a folder in an emptyDir is lost with the pod', () => {
  const mounted = (volume: string) => `30 29 8:1 /var/lib/kubelet/pods/6f1c/volumes/${volume}/data /data rw - ext4 /dev/sda1 rw`;
  expect(ephemeralIn(`${layer}\n${mounted('kubernetes.io~empty-dir')}`, '/data')).toBe('in an emptyDir of the pod');
  expect(ephemeralIn(`${layer}\n${mounted('kubernetes.io~local-volume')}`, '/data', true)).toBeUndefined();
});

test.each([
  ['Fly', { FLY_APP_NAME: 'my-parley', FLY_MACHINE_ID: 'e784327ea52778' }, ''],
  ['Render', { RENDER: 'true' }, ''],
  ['Kubernetes', { KUBERNETES_SERVICE_HOST: '10.0.0.1' }, ''],
  ['Docker, also under Coolify', {}, '/.dockerenv'],
  ['Podman', {}, '/run/.containerenv'],
])('each deployment replaces the root of %s', (_, environment, mark) => {
  expect(replacesRoot(environment, (file) => file === mark)).toBe(true);
});

test('a machine of its own keeps its root', () => {
  expect(replacesRoot({}, () => false)).toBe(false);
});
