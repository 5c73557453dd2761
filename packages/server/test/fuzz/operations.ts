import { contract, answerForms, type OperationName } from '@parley/core';
import { startIssuer, type TestIssuer } from '@parley/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Place } from '../databases.ts';
import { asksOf, bytesOf, unstorableAsksOf } from './asks.ts';
import { budget } from './budget.ts';
import { readDocument, type Described } from './document.ts';
import { isHealthy } from './health.ts';
import { buildScene, type Scene } from './scene.ts';
import { dateTimes } from './values.ts';
import { faultsOfOne, parsed } from './verdict.ts';
import { startWatched, type WatchedServer } from './watched-server.ts';
import { exchange, type Reply } from './wire.ts';

const names = Object.keys(contract()) as OperationName[];
const operations = contract();
const asksPerScene = 20;

/** Sends `requests` random ones to each operation of a server on a database. */
export function fuzzOperations(open: () => Promise<Place>, requests: number): void {
  let issuer: TestIssuer;
  let place: Place;
  let human: string[];
  let server: WatchedServer;
  let described: Map<string, Described>;
  let scene: Scene;
  let asked = 0;
  beforeAll(async () => {
    issuer = await startIssuer();
    place = await open();
    server = await startWatched({ ...place.settings, ...issuer.settings });
    human = await headersOfHuman(server, issuer);
    described = new Map((await readDocument(server.port)).map((each) => [each.name, each]));
  });
  afterAll(async () => {
    await server.stop();
    await issuer.stop();
    await place.remove();
  });

  test('the document describes exactly the operations', () => {
    expect([...described.keys()].toSorted()).toEqual(names.toSorted());
  });

  test.each(names)('%s answers whatever is sent to it as its description says', async (name) => {
    const operation = described.get(name)!;
    const property = fc.asyncProperty(asksOf(operation), async (ask) => {
      if (asked++ % asksPerScene === 0) scene = await buildScene(server.port);
      const { method } = operation;
      const got = await exchange(server.port, bytesOf(operation, ask, scene, human), { methods: [method] });
      expect([...faultsOfOne(got, method), ...faultsOfAnswer(operation, got.replies[0])]).toEqual([]);
    });
    await fc.assert(property, budget(requests));
    expect(await isHealthy(server.port)).toBe(true);
  });

  test('400 for text that databases cannot store, in each field of each body', async () => {
    scene = await buildScene(server.port);
    const answered: string[] = [];
    // The code of a link is only looked up, so any text is an unknown one.
    for (const operation of [...described.values()].filter(({ name }) => name !== 'pollLink'))
      for (const ask of unstorableAsksOf(operation)) {
        const { replies } = await exchange(server.port, bytesOf(operation, ask, scene, human));
        answered.push(`${operation.name} ${JSON.stringify(ask.body?.value)}: ${replies[0]?.status}`);
      }
    expect(answered).not.toEqual([]);
    expect(answered.filter((each) => !each.endsWith(': 400'))).toEqual([]);
  });

  test('the cursor returned for any accepted instant is accepted again', async () => {
    const { ids, keys } = await buildScene(server.port);
    const list = (since: string) =>
      fetch(`http://127.0.0.1:${server.port}/hub/space/${ids.space}/messages?timestamp=${encodeURIComponent(since)}`, {
        headers: { 'x-private-key': keys.owner },
      });
    const accepted: string[] = [];
    for (const timestamp of dateTimes) {
      const { cursor } = (await (await list(timestamp)).json()) as { cursor?: string };
      if (cursor === undefined) continue;
      accepted.push(timestamp);
      expect((await list(cursor)).status, timestamp).toBe(200);
    }
    expect(accepted).toEqual(expect.arrayContaining(dateTimes.slice(0, 4)));
  });

  test('the server logged no errors, and its memory stayed bounded', async () => {
    expect(server.complaints()).toEqual([]);
    expect(server.isAlive()).toBe(true);
    expect(await server.residentMegabytes()).toBeLessThan(700);
  });
}

async function headersOfHuman(server: WatchedServer, issuer: TestIssuer): Promise<string[]> {
  const authorization = `Bearer ${await issuer.session('fuzz')}`;
  const minted = await fetch(`http://127.0.0.1:${server.port}/hub/me/tokens`, { method: 'POST', headers: { authorization } });
  const { token } = (await minted.json()) as { token: string };
  return [`Authorization: ${authorization}`, `X-User-Token: ${token}`];
}

/** Checks for a described status and media type, and an answer that matches its schema. */
function faultsOfAnswer({ name, answers }: Described, reply: Reply | undefined): string[] {
  if (!reply) return [];
  const types = answers[reply.status];
  if (!types) return [`status ${reply.status} is not described`];
  const { output, answers: form } = operations[name as OperationName];
  const [type = ''] = reply.headers.get('content-type')?.split(';') ?? [];
  if (type && !types.includes(type)) return [`${type} is not described for ${reply.status}`];
  if (reply.status >= 300 || answerForms[form].kind !== 'json' || type !== 'application/json') return [];
  const { error } = output.safeParse(parsed(reply.body.toString()));
  return error ? [`the answer breaks its schema: ${error.message}`] : [];
}
