import { decision as rules, type catchUp, type Facts } from '@parley/core';
import type { Reader } from '../../engine/resource.ts';
import { dueField } from '../../engine/present/time.ts';

/** The open decisions that the caller can answer and has not. */
export const decisionsFor = ({ state, caller, now }: Reader): catchUp.TodoItems['decisions'][] =>
  caller.status === 'muted'
    ? []
    : [...state.decisions.values()]
        .filter((each) => !rules.at(each, now).end)
        .filter(({ voters }) => voters.some(({ participantId, answer }) => participantId === caller.participantId && !answer))
        .map(({ decisionId, title, options, openedBy, expiresAt, artifact }) => ({
          ...{ decisionId, title, options: options.map(({ id }) => id), openedBy },
          ...dueField('expiresAt', expiresAt),
          ...(artifact && { artifactId: artifact.artifactId, version: artifact.version }),
        }));

export const endOfDecision = (
  { decisionId, title, action, state, outcome, openedBy, actorId }: Facts['decision'],
  sequence: number,
): catchUp.DecidedItems['decision'] | undefined =>
  action === 'ended'
    ? { sequence, decisionId, title, state, ...(outcome !== undefined && { outcome }), openedBy, actorId }
    : undefined;
