import { everyDecision, waitsFor } from '../../resources/decisions/named.ts';
import { outcomeInWords } from '../../resources/decisions/words.ts';
import { counted } from '@parley/core/words';
import { harmless } from '../../watch/harmless.ts';
import type { Meeting } from '../meeting.ts';
import type { Model } from '../model.ts';
import type { ChatResource } from '../resource.ts';
import { answer } from './answering.ts';
import { reading } from './reader.ts';

async function listed({ space }: Meeting, { me }: Model): Promise<string> {
  const lines = (await everyDecision(space, 'open')).map((decision) => {
    const { title, voters } = decision;
    const answers = `${voters.filter(({ answered }) => answered).length} of ${counted(voters.length, 'answer')}`;
    return harmless(`${title} (${outcomeInWords(decision)}, ${answers}${waitsFor(decision, me) ? ', waits for you' : ''})`);
  });
  return lines.join('\n') || 'No decision is open.';
}

export const decisions: ChatResource = {
  listings: { decisions: { help: 'List the open decisions.', run: listed } },
  commands: {
    answer: {
      takesText: 'some',
      takesMessage: true,
      help: 'Answer a decision with the number of an option; a reason can follow.',
      run: (meeting, model, { number }, text) => answer(meeting, model, number, text),
    },
  },
  shows: 'decision',
  follows: reading,
};
