import { expect, it } from 'vitest';
import { ConfigError } from '../engine/config-error.ts';
import { startFailure } from './start-failure.ts';

const listenError = (code: string, port: number) =>
  Object.assign(new Error(`listen ${code}`), { code, port, address: '127.0.0.1', syscall: 'listen' });

it('a port that needs privileges is named, with one that does not', async () => {
  expect(await startFailure(listenError('EACCES', 80), {})).toMatch(/^Port 80 needs privileges.* PORT=8787$/);
});

it('the suggestion is a command where the server was started by npm start', async () => {
  const environment = { npm_lifecycle_event: 'start' };
  expect(await startFailure(listenError('EACCES', 80), environment)).toMatch(/ PORT=8787 npm start$/);
});

it('the suggestion is an option where a command with one started the server', async () => {
  const environment = { STARTED_BY: 'parley serve' };
  expect(await startFailure(listenError('EACCES', 80), environment)).toMatch(/for example parley serve --port 8787$/);
});

it('without a free port close by, the system chooses one', async () => {
  expect(await startFailure(listenError('EADDRINUSE', 65_535), {})).toMatch(/ PORT=0$/);
});

it('what an operator can fix is one line, a defect has its stack', async () => {
  expect(await startFailure(new ConfigError('PORT: must be a whole number'), {})).toBe('PORT: must be a whole number');
  expect(await startFailure(new TypeError('no such thing'), {})).toMatch(/^TypeError: no such thing\n {4}at /);
});
