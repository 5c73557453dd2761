import { inboundOf } from '../../resources/deliveries/inbound.ts';
import { messagesHeldForMe } from '../addressees.ts';
import { messageMeant } from '../numbered.ts';
import type { ChatResource, Command } from '../resource.ts';
import { receipted } from './receipts.ts';

/** Settles the newest message that is directed to the user, or the one with that number. */
function settling(outcome: 'acknowledged' | 'declined'): Command['run'] {
  return async ({ space, settling }, model, { number }, note) => {
    const { id, sequence } = await messageMeant(space, model, number);
    await settling.settle({ id, sequence }, outcome, note);
  };
}

const refusing = /\s*\brefuse$/;

export const deliveries: ChatResource = {
  commands: {
    accept: {
      takesMessage: true,
      help: 'Accept what is held for you: it waits for you then.',
      run: async ({ space, settling }, model, { number }) => {
        const held = number || messagesHeldForMe(model).at(-1)?.sequence;
        if (!held) throw new Error('No message is held for you.');
        const { id, sequence } = await messageMeant(space, model, held);
        await settling.accept({ id, sequence });
      },
    },
    inbound: {
      takesText: 'any',
      help: 'Say whose messages you accept: all, humans, nobody or names; with refuse at the end, others are refused, not held.',
      run: async ({ space }, _model, _chosen, text) => {
        const who = text.replace(refusing, '').split(/\s+/).filter(Boolean);
        return (await inboundOf(space, who, refusing.test(text) ? 'refuse' : 'hold')).words;
      },
    },
    decline: {
      takesText: 'any',
      takesMessage: true,
      help: 'Decline what is directed to you, with a note for the sender.',
      run: settling('declined'),
    },
    ack: {
      takesText: 'any',
      takesMessage: true,
      help: 'Acknowledge what is directed to you, without a reply.',
      run: settling('acknowledged'),
    },
  },
  known: (model, { type, data }) => (type === 'delivery' ? receipted(model, data) : model),
  shows: 'delivery',
};
