import { promised, type Ask, type Planned } from '../attacker.ts';

const { callsPerBatch } = promised;
const words = 'how does an agent keep the lock of an artifact while two participants write messages at once'.split(' ');
const question = (i: number) => ({
  query: Array.from({ length: 40 }, (_, j) => words[(i * 7 + j * 3) % words.length]).join(' '),
});
const space = (i: number) => ({ name: `Batch ${i}`, description: 'One of many', ttl: 60 });
const unknownFields = Array.from({ length: 190_000 }, (_, i) => `"${i.toString(36)}":0`).join(',');
const empty = ['[]', '{}'].map((value) => `{"content":"x","a":[${Array(660_000).fill(value).join(',')}]}`);

/** One tRPC request with many calls of one operation. */
function batch(method: 'GET' | 'POST', operation: string, count: number, input: (i: number) => object): Ask {
  const inputs = Object.fromEntries(Array.from({ length: count }, (_, i) => [i, input(i)]));
  const path = `/trpc/${Array<string>(count).fill(operation).join(',')}?batch=1`;
  return method === 'GET'
    ? { path: `${path}&input=${encodeURIComponent(JSON.stringify(inputs))}` }
    : { method, path, body: inputs };
}

/** Many calls in one request, and bodies that are expensive to read. */
export const bodies: Readonly<Record<string, Planned>> = {
  'batch-ask': {
    does: 'One address asks 1,500 questions in one tRPC request, three times, and then continues with batches of ten.',
    async run({ flood, ask }) {
      await flood(3, 3, () => ask(batch('POST', 'ask', 1_500, question)));
      await flood(300, 8, () => ask(batch('POST', 'ask', callsPerBatch, question)));
    },
  },
  'batch-artifacts': {
    does: 'One tRPC request lists 31 MiB of artifacts 190 times, and then eight connections do so ten times each.',
    space: { artifacts: 31 },
    async run({ flood, ask, space: { spaceId, key } }) {
      const list = (count: number) => ask({ key, ...batch('GET', 'listArtifacts', count, () => ({ spaceId })) });
      await list(190);
      await flood(24, 8, () => list(callsPerBatch));
    },
  },
  'batch-spaces': {
    does: 'One address creates 1,200 spaces in one tRPC request, and then continues with batches of ten.',
    async run({ flood, ask, reached }) {
      let created = 0;
      const create = async (count: number) => {
        const { text } = await ask(batch('POST', 'createSpace', count, space));
        created += text.match(/"ownerPrivateKey"/g)?.length ?? 0;
      };
      await create(1_200);
      await flood(100, 4, () => create(callsPerBatch));
      reached(`${created} spaces created`, created > promised.created);
    },
  },
  'many-fields': {
    does: 'Four connections send 60 bodies with 190,000 unknown fields each, each with an Idempotency-Key.',
    run: ({ flood, ask, space: { spaceId, key } }) =>
      flood(60, 4, (i) =>
        ask({
          method: 'POST',
          path: i % 2 ? `/hub/space/${spaceId}/messages` : '/hub/space',
          key,
          headers: { 'idempotency-key': `fields ${i}` },
          body: `{"name":"n","description":"d","content":"c",${unknownFields}}`,
        }),
      ),
  },
  'empty-values': {
    does: 'Four connections send 60 bodies of 2 MB each that consist of empty lists or empty objects.',
    seconds: 8,
    run: ({ flood, ask, space: { spaceId, key } }) =>
      flood(60, 4, (i) => ask({ method: 'POST', path: `/hub/space/${spaceId}/messages`, key, body: empty[i % 2]! })),
  },
};
