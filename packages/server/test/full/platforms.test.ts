import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse as toml } from 'smol-toml';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { parse as yaml } from 'yaml';
import { readConfig, settingNames } from '../../src/config.ts';
import { ephemeral } from '../../src/host/ephemeral.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', '');
const [, dataFolder] = /^ENV .*PARLEY_DATA_DIR=(\S+)/m.exec(dockerfile)!;
const [, imagePort] = /^ENV .*\bPORT=(\d+)/m.exec(dockerfile)!;
const [, imageCommand] = /^CMD (\[.+\])$/m.exec(dockerfile)!;
const imageName = read('deploy/image').trim();

/** What a template says, whatever its platform calls it. */
interface Template {
  file: string;
  env: Record<string, string | undefined>;
  /** Where volumes are mounted. */
  volumes: string[];
  port: string;
  health: string | undefined;
  secondsToStop: number;
  /** Variables of the platform. */
  own: string[];
}

const lines = (text: string) =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
const pairs = (list: string[]) =>
  Object.fromEntries(
    list.map((each) =>
      each.includes('=') ? [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)] : [each, undefined],
    ),
  );
const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)![1]);

function fly(): Template {
  const { env, mounts, http_service: http, kill_timeout: stop } = toml(read('deploy/fly/fly.toml')) as any;
  const [check] = http.checks;
  const volumes = [mounts].flat().map(({ destination }) => destination);
  return {
    file: 'deploy/fly/fly.toml',
    env,
    volumes,
    port: String(http.internal_port),
    health: check.path,
    secondsToStop: stop,
    own: [],
  };
}

function render(): Template {
  const [service] = yaml(read('deploy/render/render.yaml')).services;
  const env = Object.fromEntries(service.envVars.map(({ key, value }: any) => [key, value]));
  const { healthCheckPath: health, disk } = service;
  // Render refuses the whole file if a service with a disk sets its `maxShutdownDelaySeconds`, which is 30.
  const secondsToStop = 30;
  expect(Object.keys(service)).not.toContain('maxShutdownDelaySeconds');
  return { file: 'deploy/render/render.yaml', env, volumes: [disk.mountPath], port: env.PORT, health, secondsToStop, own: [] };
}

function railway(): Template {
  const { deploy } = toml(read('deploy/railway/railway.toml')) as any;
  const env = lines(read('deploy/railway/variables.env'));
  const [, owned] = /chown node:node (\S+) /.exec(deploy.startCommand)!;
  const { healthcheckPath: health, drainingSeconds: secondsToStop } = deploy;
  return {
    file: 'deploy/railway/variables.env',
    env,
    volumes: [owned!],
    port: env['PORT']!,
    health,
    secondsToStop,
    own: ['RAILWAY_RUN_UID'],
  };
}

function compose(file: string, own: string[] = []): Template {
  const { services, volumes } = yaml(read(file));
  const { parley } = services;
  const env = Array.isArray(parley.environment) ? pairs(parley.environment) : parley.environment;
  const mounts = parley.volumes.map((each: string) => each.split(':') as [string, string]);
  for (const [name] of mounts) expect(Object.keys(volumes)).toContain(name);
  expect(parley.image).toBe(`\${IMAGE:-${imageName}:latest}`);
  const published = [parley.ports ?? []].flat().map((each: string) => each.split(':').at(-1)!);
  const [port = /SERVICE_URL_PARLEY_(\d+)/.exec(Object.keys(env).join())?.[1]] = published;
  return {
    file,
    env,
    volumes: mounts.map(([, at]: [string, string]) => at),
    port: port!,
    health: undefined,
    secondsToStop: seconds(parley.stop_grace_period),
    own,
  };
}

const templates: [name: string, template: Template][] = [
  ['Fly', fly()],
  ['Render', render()],
  ['Railway', railway()],
  ['Coolify', compose('deploy/coolify/compose.yaml', ['SERVICE_URL_PARLEY_8787'])],
  ['Compose', compose('deploy/compose/single.yaml')],
];

describe.each(templates)('the template for %s', (_, { env, volumes, port, health, secondsToStop, own, file }) => {
  it('sets only settings that there are, to values that the server takes, and no secret', () => {
    const names = Object.keys(env).filter((name) => !own.includes(name));
    for (const name of names) expect(settingNames, name).toContain(name);
    const known = names.map((name) => [
      name,
      (env[name] ?? 'https://parley.example.org').replace(/\$\{.*\}+/, 'parley.example.org').replace(/^parley/, 'https://parley'),
    ]);
    expect(readConfig(Object.fromEntries(known))).toMatchObject({ PARLEY_TRUST_PROXY: expect.anything() as unknown });
    expect(names.filter((name) => /SECRET|PASSWORD|TOKEN|DATABASE_URL/.test(name))).toEqual([]);
  });

  it('keeps the data folder, reaches the port of the image, and waits until streams have ended', () => {
    expect(volumes).toEqual([dataFolder]);
    expect(port).toBe(imagePort);
    expect(health ?? '/api/ready').toBe('/api/ready');
    const { PARLEY_DRAIN_SECONDS = String(readConfig({}).PARLEY_DRAIN_SECONDS) } = env;
    expect(secondsToStop).toBeGreaterThan(Number(PARLEY_DRAIN_SECONDS) + 20);
  });

  it('explains each setting', () => {
    const text = read(file).split('\n');
    for (const name of Object.keys(env)) {
      const at = text.findIndex((line) => new RegExp(`^[\\s-]*(key: )?${name}\\b`).test(line));
      expect(text[at - 1], name).toMatch(/^\s*#/);
    }
  });
});

test('the command for Railway starts what the image starts', () => {
  const { deploy } = toml(read('deploy/railway/railway.toml')) as any;
  expect(deploy.startCommand).toContain(` ${(JSON.parse(imageCommand!) as string[]).join(' ')}'`);
});

test('the name of the image is the same everywhere', () => {
  expect(yaml(read('deploy/helm/parley/values.yaml')).image.repository).toBe(imageName);
  expect(yaml(read('deploy/compose/cluster.yaml'))['x-server'].image).toBe(`\${IMAGE:-${imageName}:latest}`);
  expect(read('.github/workflows/release.yml')).toContain('cat deploy/image');
});

const isMemory = ephemeral('/dev/shm', {}) === 'in memory';
test.runIf(isMemory)(
  'a start without a volume says that all data is lost with it, and one with a database does not',
  async () => {
    const folder = mkdtempSync('/dev/shm/parley-ephemeral-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const said = async (env: Record<string, string>) => {
      const server = spawn(process.execPath, [join(root, 'packages/server/dist/main.js')], {
        env: { PATH: process.env['PATH'], PORT: '0', NODE_ENV: 'production', PARLEY_DATA_DIR: join(folder, 'data'), ...env },
      });
      let text = '';
      const isStarted = new Promise<void>((resolve) => {
        server.once('close', () => resolve());
        for (const output of [server.stdout, server.stderr])
          output.on('data', (chunk: Buffer) => {
            text += chunk.toString();
            if (text.includes('Parley listens on')) resolve();
          });
      });
      await isStarted;
      server.kill('SIGKILL');
      return text;
    };
    expect(await said({})).toContain('is in memory: all data is lost with it');
    const database = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PARLEY_SECRET: 'x'.repeat(32) };
    expect(await said(database)).not.toContain('all data is lost');
  },
);
