import { expect, test } from 'vitest';
import { buildProgram } from '../program.ts';
import { ownCommands } from './own-commands.ts';

const first = (question: string) => ownCommands(buildProgram(''), question)[0]?.usage;

test.each([
  ['how do I mute somebody', 'parley mute <participant>'],
  ['How can I lock an artifact?', 'parley artifact lock <artifact>'],
  ['create a space', 'parley space create <name>'],
  ['how to send an image', 'parley send [text...]'],
  ['remove a participant', 'parley kick <participant>'],
  ['kick and expel', 'parley kick <participant>'],
  ['how do I use another space', 'parley use <space>'],
  ['how do I remove somebody from a space', 'parley kick <participant>'],
  ['switch the current space', 'parley use <space>'],
  ['how can I read old messages', 'parley messages'],
  ['invite people', 'parley invite'],
  ['revoke an invitation', 'parley invitation revoke <invitation>'],
  ['run an agent for every message', 'parley listen [command...]'],
  ['connect claude code as a bot', 'parley listen [command...]'],
  ['ask a participant a question and wait for the reply', 'parley ask-participant <participant> [text...]'],
  ['list my inbox', 'parley inbox list'],
  ['how do I rename an artifact', 'parley artifact rename <artifact> <name>'],
  ['delete an artifact', 'parley artifact delete <artifact>'],
  ['how do I remove an artifact', 'parley artifact delete <artifact>'],
  ['recover a deleted artifact', 'parley artifact undelete <artifact>'],
  ['restore an old version of an artifact', 'parley artifact restore <artifact> <version>'],
  ['how do I suggest a change of an artifact', 'parley artifact propose <artifact> [file]'],
  ['accept a proposal', 'parley artifact accept <artifact> <proposal>'],
  ['list the proposals for an artifact', 'parley artifact proposals <artifact>'],
  ['reject a proposal', 'parley artifact reject <artifact> <proposal>'],
  ['decline a delivery', 'parley inbox decline <delivery> [note...]'],
])('“%s” is answered by %s', (question, usage) => expect(first(question)).toBe(usage));

test.each([
  'what is the rate limit',
  'what is a space',
  'is it encrypted',
  'use it from Python',
  'how do I change the port',
  'my key was leaked, what now',
  'who can read my messages',
  '',
])('“%s” is about no command', (question) => expect(first(question)).toBeUndefined());
