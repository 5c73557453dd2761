import { contract } from '@parley/core';
import { hostileTexts, surroundings } from '@parley/testing';
import { describe, expect, it } from 'vitest';
import { byKeys, parleyTools } from '../../src/index.ts';
import { afterRefusal } from '../../src/next-steps.ts';
import { resultOf } from '../../src/result.ts';

const tools = parleyTools({ contract: contract(), addressing: byKeys });
const textOf = ({ content }: { content: object[] }) => (content[0] as { text: string }).text;
const { getDecision, answerDecision, claimDelivery } = contract();
const open = getDecision.example.output;

describe('a decision', () => {
  /** All that participants can write in one. */
  const shown = (text: string) => {
    const label = `“${text}”`;
    const answer = {
      ...open,
      title: label,
      text,
      statement: text,
      openedByName: label,
      options: [{ id: 'approve', label, description: text }],
      voters: [{ ...open.voters[0]!, name: label, answered: true, option: 'approve', reason: text }],
    };
    return resultOf(tools.get('get_decision')!, answer, undefined);
  };

  it('is the same around every text, in lines and in fields', () => {
    for (const text of hostileTexts) {
      const [hostile, plain] = [shown(text), shown('Hello')];
      expect(surroundings(textOf(hostile)).around).toEqual(surroundings(textOf(plain)).around);
      expect(surroundings(hostile.structuredContent).enclosed).toEqual([text, text, text, text]);
    }
  });

  it('is answered with what was decided, which the voter does not know', () => {
    const answered = textOf(resultOf(tools.get('answer_decision')!, answerDecision.example.output, undefined));
    expect(answered).toMatch(/state: decided[^]*outcome: "approve"/);
  });
});

describe('what to do next', () => {
  const claim = (expects: string) => {
    const { message, delivery } = claimDelivery.example.output as { message: object; delivery: object };
    const answer = { delivery: { ...delivery, expects }, message: { ...message, decisionId: open.decisionId, expects } };
    return textOf(resultOf(tools.get('claim_delivery')!, answer, undefined));
  };

  it('with a delivery that asks for a decision is to read and to answer it; with its end, to read the outcome', () => {
    expect(claim('answer')).toMatch(/expects: answer[^]*get_decision[^]*answer_decision answers it and settles the delivery/);
    expect(claim('nothing')).toMatch(/has ended: get_decision shows its outcome/);
  });

  it('with the decisions of a catch-up is to read and to answer them', () => {
    const caughtUp = contract().catchUp.example.output as { todo: object };
    const shown = (decisions: object[]) =>
      textOf(resultOf(tools.get('catch_up')!, { ...caughtUp, todo: { ...caughtUp.todo, decisions } }, undefined));
    const waits = 'todo.decisions wait for your answer: get_decision shows';
    expect(shown([{ decisionId: open.decisionId, title: 'Lunch?' }])).toContain(waits);
    expect(shown([])).not.toContain(waits);
  });

  it('after a refusal says what is left to do', () => {
    const after = (code: string, tool = 'answer_decision') => afterRefusal(tool, { code });
    expect(after('decision_ended')).toContain('get_decision shows the outcome');
    expect(after('not_a_voter')).toContain('send them a message');
    expect(after('version_conflict')).toContain('Read that version first, then answer with `version` = pinned');
    expect(after('own_work')).toContain('get_decision');
    expect(after('no_voters', 'create_decision')).toContain('get_space');
    expect(after('version_conflict', 'write_artifact')).toBeUndefined();
  });
});
