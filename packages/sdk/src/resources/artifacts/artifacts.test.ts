import { describe, expect, test } from 'vitest';
import { json, refusal, scripted, type Step } from '../../../test/scripted-fetch.ts';
import { Artifact, ConflictError, NameTakenError, Parley } from '../../index.ts';
import type { ArtifactView } from '../../index.ts';

const id = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const view = { id, name: 'Plan', content: 'one\n', version: 1 } as ArtifactView;
const path = `/hub/space/${id}/artifact`;

/** A space, and what the calls of its artifacts send. */
function room(...steps: [Step, ...Step[]]) {
  const { fetch, requests } = scripted(...steps);
  const space = new Parley({ baseUrl: 'http://parley.test', fetch }).space({ spaceId: id, key: 'k' });
  const sent = () =>
    Promise.all(
      requests.map(async (request) => {
        const { pathname, search } = new URL(request.url);
        const text = await request.clone().text();
        return [`${request.method} ${pathname}${search}`, text ? (JSON.parse(text) as unknown) : undefined];
      }),
    );
  return { space, artifacts: space.artifacts, sent };
}

describe('a new artifact', () => {
  test('is refused if its name is taken, unless the caller wants another one of that name', async () => {
    const { artifacts, sent } = room(json(view));
    expect(await artifacts.create({ name: 'Plan', content: 'one\n' })).toBeInstanceOf(Artifact);
    await artifacts.create({ name: 'Plan', content: undefined, ifExists: undefined });
    await artifacts.create({ name: 'Plan', ifExists: 'create' });
    expect(await sent()).toEqual([
      [`POST ${path}`, { type: 'markdown', name: 'Plan', content: 'one\n', ifExists: 'refuse' }],
      [`POST ${path}`, { type: 'markdown', name: 'Plan', ifExists: 'refuse' }],
      [`POST ${path}`, { type: 'markdown', name: 'Plan', ifExists: 'create' }],
    ]);
  });

  test('whose name is taken is a ConflictError that says which artifact has it', async () => {
    const { artifacts } = room(refusal(409, 'name_taken', { artifactId: id }));
    const error: unknown = await artifacts.create({ name: 'Plan' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NameTakenError);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ name: 'NameTakenError', status: 409, code: 'name_taken', artifactId: id, requestId: 'r1' });
  });

  test('is found or created in one call', async () => {
    const { artifacts, sent } = room(json({ ...view, content: 'older', version: 7 }));
    expect(await artifacts.getOrCreate({ name: 'Plan', content: 'one\n' })).toMatchObject({ id, content: 'older', version: 7 });
    const body = { type: 'markdown', name: 'Plan', content: 'one\n', ifExists: 'return' };
    expect(await sent()).toEqual([[`POST ${path}`, body]]);
  });
});

describe('an artifact', () => {
  test('is renamed, which changes what was read of it', async () => {
    const { space, sent } = room(json({ ...view, name: 'Final plan' }));
    const artifact = new Artifact(space, view);
    expect(await artifact.rename('Final plan')).toEqual({ ...view, name: 'Final plan' });
    expect(artifact.name).toBe('Final plan');
    expect(await sent()).toEqual([[`POST ${path}/${id}/rename`, { name: 'Final plan' }]]);
  });

  test('keeps a newer text when the answer to a rename comes late', async () => {
    const edited = { ...view, name: 'Final plan', content: 'two', version: 2 };
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    const late: Step = async (request) => {
      await opened;
      return json({ ...view, name: 'Final plan' })(request);
    };
    const artifact = new Artifact(room(late, json(edited)).space, view);
    const renaming = artifact.rename('Final plan');
    await artifact.edit({ append: 'two' });
    open();
    expect(await renaming).toMatchObject({ name: 'Final plan', version: 1 });
    expect(artifact.view).toEqual(edited);
  });

  test('is deleted, and what was read of it stays', async () => {
    const { space, sent } = room(json({ ok: true }));
    const artifact = new Artifact(space, view);
    expect(await artifact.delete()).toEqual({ ok: true });
    expect(artifact.view).toEqual(view);
    expect(await sent()).toEqual([[`DELETE ${path}/${id}`, undefined]]);
  });

  test('that was deleted is listed and restored', async () => {
    const { artifacts, sent } = room(json({ artifacts: [view] }), json({ artifacts: [] }), json(view));
    expect((await artifacts.list({ deleted: true })).map(({ view: each }) => each)).toEqual([view]);
    expect(await artifacts.list()).toEqual([]);
    expect(await artifacts.restore(id)).toMatchObject({ id, content: 'one\n' });
    expect(await sent()).toEqual([
      [`GET ${path}?deleted=true`, undefined],
      [`GET ${path}`, undefined],
      [`POST ${path}/${id}/restore`, undefined],
    ]);
  });
});
