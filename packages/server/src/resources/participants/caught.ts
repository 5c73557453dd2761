import type { catchUp, Facts } from '@parley/core';

/** A participant after a change of its status. */
export function moved(
  before: catchUp.PersonChange | undefined,
  fact: Facts['participant-status'],
  sequence: number,
): catchUp.PersonChange {
  const { participantId } = fact;
  const list = listOf(fact);
  // Who has just joined is no news as somebody who can speak again.
  const isNew = before?.list === 'joined' || before?.list === 'waiting';
  return {
    participantId,
    name: fact.displayName ?? fact.name,
    list: list === 'unmuted' && isNew ? 'joined' : list,
    first: before?.first ?? sequence,
    last: sequence,
  };
}

function listOf({ status, previousStatus }: Facts['participant-status']): catchUp.PersonList {
  switch (status) {
    case 'waitingForApproval':
      return 'waiting';
    case 'muted':
      return 'muted';
    case 'left':
    case 'kicked':
      return 'left';
    case 'active':
      return previousStatus === 'muted' ? 'unmuted' : 'joined';
  }
}
