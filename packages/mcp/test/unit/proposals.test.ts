import { contract, ServiceError, type ErrorCode, type ErrorDetails } from '@parley/core';
import { hostileTexts, surroundings, textsIn } from '@parley/testing';
import { describe, expect, it } from 'vitest';
import { byKeys, callTool, parleyTools, type Arguments, type Backend } from '../../src/index.ts';
import { resultOf } from '../../src/result.ts';

const tools = parleyTools({ contract: contract(), addressing: byKeys });
const plan = '0c5ee0a4-6c6b-4b32-9e52-5b2f2f0a7a11';
const about = { spaceId: 's', artifactId: plan, proposalId: '7d0f4a3e-2b1c-4d5e-8f60-1a2b3c4d5e6f' };
const signal = new AbortController().signal;

function recorder(answer: object = {}) {
  const ran: [string, Arguments][] = [];
  const run: Backend['run'] = async (name, args) => {
    ran.push([name, args]);
    return name === 'getSpace' ? { artifacts: [{ id: plan, name: 'Plan', updatedAt: 't' }] } : { ...answer };
  };
  const openWork = async () => undefined;
  return { backend: { run, openWork } as Partial<Backend> as Backend, ran };
}

const textOf = ({ content }: { content: unknown[] }) => (content[0] as { text: string }).text;

describe('decide_proposal', () => {
  const { call, tool } = tools.get('decide_proposal')!;

  it('accepts and rejects, with the fields of either operation', async () => {
    const { backend, ran } = recorder();
    await call(backend, { ...about, decision: 'accept', baseVersion: 2, revision: 1, content: 'x' }, signal);
    await call(backend, { ...about, decision: 'reject', note: 'No', baseVersion: 2 }, signal);
    expect(ran.map(([name]) => name)).toEqual(['acceptProposal', 'rejectProposal']);
    expect(ran[0]![1]).toMatchObject({ ...about, baseVersion: 2, revision: 1, content: 'x' });
    expect(ran[1]![1]).toMatchObject({ ...about, note: 'No' });
    expect(tool.inputSchema.required).toEqual(['artifactId', 'proposalId', 'decision']);
  });

  it('takes the name of the artifact', async () => {
    const { backend, ran } = recorder();
    for (const decision of ['accept', 'reject']) await call(backend, { ...about, artifactId: 'plan', decision }, signal);
    const decided = ran.filter(([name]) => name !== 'getSpace');
    expect(decided.map(([, { artifactId }]) => artifactId)).toEqual([plan, plan]);
  });

  it.each<[Arguments, string]>([
    [{}, 'decision'],
    [{ decision: 'maybe' }, 'decision'],
    [{ decision: ['accept'] }, 'decision'],
    [{ decision: 'accept', note: 'Thanks' }, 'note'],
    [{ decision: 'reject', content: 'x' }, 'content'],
    [{ decision: 'accept', proposalId: undefined }, 'proposalId'],
    [{ decision: 'reject', artifactId: undefined }, 'artifactId'],
  ])('%j is refused before anything is sent', async (args, field) => {
    const { backend, ran } = recorder();
    await expect(call(backend, { ...about, ...args }, signal)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ field }] },
    });
    expect(ran).toEqual([]);
  });
});

it('propose_edit takes every change of edit_artifact, and answers what a model needs to go on', async () => {
  const { tool, form } = tools.get('propose_edit')!;
  const edit = tools.get('edit_artifact')!.tool.inputSchema.properties!;
  const takes = tool.inputSchema.properties as typeof edit;
  expect(Object.keys(takes)).toEqual(Object.keys(edit).filter((field) => field !== 'orPropose'));
  expect(takes['edits']).toMatchObject({ items: { properties: { old: { type: 'string' }, new: { type: 'string' } } } });
  expect(JSON.stringify(takes['section'])).not.toContain('description');
  const made = contract().createProposal.example.output;
  const text = textOf(resultOf({ form }, { ...made }, undefined));
  expect(text).toBe(`proposalId: ${made.proposalId}, state: open, baseVersion: 1, revision: 1`);
});

describe('what a model reads of a proposal', () => {
  const read = (text: string) => {
    const proposal = {
      ...contract().getProposal.example.output,
      ...{ append: undefined, authorName: text, note: text, content: text, endNote: text, endedBy: plan },
      edits: [{ old: text, new: text }],
      section: { heading: text, content: text, mode: 'replace' },
      diff: {
        from: 1,
        to: 2,
        hunks: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [`+${text}`] }],
        added: 1,
        removed: 0,
        truncated: false,
      },
    };
    return resultOf(tools.get('get_proposal')!, proposal, undefined);
  };

  it('names the authors, also of the parts of a change', () => {
    const text = textOf(read('Hello'));
    for (const line of ['note by', 'content by', '  old by participants:', '  new by participants:', 'hunks by participants:'])
      expect(text).toContain(line);
    expect(text).toContain('  heading by participants:');
  });

  it('is the same around every text', () => {
    for (const text of hostileTexts) {
      expect(surroundings(read(text)).around).toEqual(surroundings(read('Hello')).around);
      expect(textsIn(textOf(read(text)))).toEqual([...Array<string>(7).fill(text), `@@ -1,0 +1,1 @@\n+${text}`]);
    }
  });
});

describe('a refusal says what to do next', () => {
  async function refused(tool: string, code: ErrorCode, details: ErrorDetails = {}): Promise<string> {
    const refusal = new ServiceError(code, 'No', details);
    const { tool: known } = tools.get(tool)!;
    const failing = {
      form: { kind: 'word' } as const,
      group: 'core',
      permission: 'read' as const,
      tool: known,
      call: () => Promise.reject(refusal),
    };
    const result = await callTool(recorder().backend, failing, {}, signal, () => ({
      refusal,
      body: { error: 'No', code, ...details },
    }));
    expect(result.isError).toBe(true);
    return textOf(result);
  }
  const diff = {
    ...{ from: 1, to: 2, added: 1, removed: 0, truncated: false },
    hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: [' one', '+two'] }],
  };

  it('of a change whose text is kept: nothing, because its end is announced', async () => {
    for (const tool of ['write_artifact', 'edit_artifact']) {
      const text = await refused(tool, tool === 'edit_artifact' ? 'locked' : 'not_locked', { proposalId: about.proposalId });
      expect(text).toContain(`proposalId: ${about.proposalId}`);
      expect(text).toContain('Nothing is lost, so do not send it again: you get a message');
    }
  });

  it('of a change of an artifact that somebody else holds: propose it', async () => {
    expect(await refused('edit_artifact', 'locked')).toContain('propose_edit needs no lock; edit_artifact with `orPropose`');
    for (const tool of ['write_artifact', 'lock_artifact'])
      expect(await refused(tool, 'locked')).toContain('\npropose_edit needs no lock.');
    expect(await refused('decide_proposal', 'locked')).toContain('you can reject it');
    expect(await refused('rename_artifact', 'locked')).not.toContain('propose');
    expect(await refused('write_artifact', 'not_locked')).not.toContain('propose');
  });

  it('of a proposal that no longer applies: with the enclosed difference, and two ways to go on', async () => {
    const text = await refused('decide_proposal', 'proposal_stale', { currentVersion: 2, diff });
    expect(textsIn(text)).toEqual(['@@ -1,1 +1,2 @@\n one\n+two']);
    expect(text).toMatch(/currentVersion: 2[^]*Accept it with `content`[^]*or reject it with a `note`/);
    expect(await refused('decide_proposal', 'version_conflict', { currentVersion: 2, diff })).toContain(
      'decide again with `baseVersion`',
    );
    expect(await refused('edit_artifact', 'version_conflict', { currentVersion: 2, diff })).not.toContain('decide');
  });

  it('of one that its author has changed, or that has ended', async () => {
    expect(await refused('decide_proposal', 'proposal_stale')).toContain('get_proposal shows the newest revision');
    expect(await refused('decide_proposal', 'proposal_ended')).toContain('Nothing is left to decide');
    expect(await refused('rebase_proposal', 'proposal_ended')).toContain('propose_edit makes a new one');
    expect(await refused('send_message', 'not_found')).toBe('error: No, code: not_found, status: 404');
  });
});

describe('a claimed delivery', () => {
  const claim = (expects: string, more: object, content = 'Hello') => {
    const { message, delivery } = contract().claimDelivery.example.output as { message: object; delivery: object };
    const answer = { delivery: { ...delivery, expects }, message: { ...message, content, ...more } };
    return resultOf(tools.get('claim_delivery')!, answer, undefined);
  };
  const { proposalId } = about;

  it('of a proposal tells how to read it and how to decide, in text and in fields', () => {
    const { structuredContent, ...result } = claim('ack', { proposalId });
    expect(textOf(result)).toMatch(
      new RegExp(`proposalId: ${proposalId}\n[^]*get_proposal shows the change, and decide_proposal`),
    );
    expect(structuredContent).toMatchObject({
      next: expect.stringContaining('decide_proposal') as string,
      message: { proposalId },
    });
  });

  it('of its end tells how to read it, and one of any other message nothing', () => {
    expect(textOf(claim('nothing', { proposalId }))).toContain('get_proposal shows how it ended');
    expect(JSON.stringify(claim('ack', {}))).not.toMatch(/proposal|"next"/);
    expect(resultOf(tools.get('claim_delivery')!, { delivery: null }, undefined).structuredContent).toEqual({ delivery: null });
  });

  it('tells the same around every text', () => {
    for (const text of hostileTexts) {
      expect(surroundings(claim('ack', { proposalId }, text)).around).toEqual(surroundings(claim('ack', { proposalId })).around);
    }
  });
});
