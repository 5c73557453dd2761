import { contract } from '@parley/core';
import { hostileTexts, surroundings } from '@parley/testing';
import { describe, expect, it } from 'vitest';
import { byKeys, parleyTools } from '../../src/index.ts';
import { afterRefusal } from '../../src/next-steps.ts';
import { resultOf } from '../../src/result.ts';

const tools = parleyTools({ contract: contract(), addressing: byKeys });
const textOf = ({ content }: { content: object[] }) => (content[0] as { text: string }).text;

describe('a claimed task', () => {
  const claimed = (text: string) => {
    const answer = { ...(contract().claimTask.example.output as object), text, title: text };
    return textOf(resultOf(tools.get('claim_task')!, answer, undefined));
  };

  it('shows its text and the lease, because a model that claims a task does not know them', () => {
    expect(claimed('Each date should be a Monday')).toContain('Each date should be a Monday');
    expect(claimed('x')).toMatch(/leaseId: .*leaseExpiresAt: /s);
  });

  it('is the same around every text', () => {
    for (const text of hostileTexts) {
      expect(surroundings(claimed(text)).around).toEqual(surroundings(claimed('Hello')).around);
    }
  });
});

describe('what to do next', () => {
  const claim = (expects: string) => {
    const { message, delivery } = contract().claimDelivery.example.output as { message: object; delivery: object };
    const taskId = '1c7e5b93-4d2a-4f86-8b0e-a9d3c5f71e24';
    const answer = { delivery: { ...delivery, expects }, message: { ...message, taskId } };
    return textOf(resultOf(tools.get('claim_delivery')!, answer, undefined));
  };

  it('with a delivery about a task is to claim it, or to check and verify what was submitted', () => {
    expect(claim('ack')).toMatch(/taskId: 1c7e5b93[^]*claim_task takes it[^]*list_tasks[^]*verify_task or return_task/);
    expect(claim('nothing')).toMatch(/taskId: 1c7e5b93[^]*do what is missing and call submit_task/);
  });

  it('after a refusal is to choose another task, or to read what was submitted', () => {
    expect(afterRefusal('claim_task', { code: 'task_claimed' })).toContain('list_tasks');
    expect(afterRefusal('verify_task', { code: 'task_conflict' })).toContain('list_tasks');
    expect(afterRefusal('submit_task', { code: 'task_conflict' })).toBeUndefined();
  });
});
