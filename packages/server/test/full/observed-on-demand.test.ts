import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, freePort, openSpace, startServer, type Settings } from '@parley/testing';
import { expect, test } from 'vitest';
import { startOtlp } from '../otlp.ts';
import { token } from '../scrape.ts';

/** Prints the packages that a server has loaded, when it ends. */
const reporter = `import { Module } from 'node:module';
process.on('exit', () => process.stderr.write('LOADED ' + Object.keys(Module._cache).join(' ')));`;

/** The packages for metrics and traces that a server with these settings loads until it has stored something. */
async function loaded(settings: Settings): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-loaded-'));
  let printed = '';
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(reporter)}`;
  const server = await startServer({ PARLEY_DATA_DIR: folder, NODE_OPTIONS, ...settings }, (text) => void (printed += text));
  const owner = await openSpace(server);
  await answer(200, server, 'sendMessage', owner, { content: 'Hello' });
  await server.stop();
  await rm(folder, { recursive: true });
  expect(printed).toContain('LOADED ');
  return ['prom-client', '@opentelemetry/api', '@opentelemetry/sdk-trace-base'].filter((name) =>
    printed.includes(`/node_modules/${name}/`),
  );
}

test('a server without metrics and traces loads nothing for them', async () => {
  expect(await loaded({})).toEqual([]);
});

test('a server with metrics loads prom-client, and the interface of OpenTelemetry that it depends on', async () => {
  expect(await loaded({ PARLEY_METRICS_TOKEN: token })).toEqual(['prom-client', '@opentelemetry/api']);
  expect(await loaded({ PARLEY_METRICS_PORT: String(await freePort()) })).toContain('prom-client');
});

test('a server with traces sends them before it ends', async () => {
  const otlp = await startOtlp();
  // The server waits three seconds for the receiver, and this process can stand still for longer.
  for (let i = 0; i < 3 && !otlp.spans.some(({ name }) => name === 'sendMessage'); i += 1) {
    expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url })).toEqual([
      '@opentelemetry/api',
      '@opentelemetry/sdk-trace-base',
    ]);
  }
  expect(otlp.spans.map(({ name }) => name)).toContain('sendMessage');
});
