import { Attempt, call } from './api.js';
import { Conversation } from './conversation.js';
import { name } from './element.js';
import { keep } from './membership.js';
import { showArtifacts, showPeople } from './sidebar.js';
import { follow } from './stream.js';
import { words } from './words.js';

const find = (id) => document.getElementById(id);
const narrow = matchMedia('(max-width: 50rem)');
const touch = matchMedia('(pointer: coarse)');

/** Shows the space to a participant until it leaves, is removed, or the space closes. */
export function enter({ participantId: me, key }) {
  const conversation = new Conversation(find('log'), me);
  let names = new Map();
  const nameOf = (id) => names.get(id) ?? 'Someone';

  const handlers = {
    message: (message) => conversation.add(message),
    reset: () => conversation.clear(),
    // Who holds a lock is shown beside the artifact; what becomes of directed messages is for those who asked.
    artifact: (event) => ['created', 'updated'].includes(event.action) && announce('artifact', event),
    delivery: () => {},
    'participant-status': (event) => {
      if (event.participant.participantId === me) become(event.status);
      else if (event.status !== 'waitingForApproval') announce('participant-status', event);
    },
    context: ({ space, participants, artifacts }) => {
      names = new Map(participants.map((each) => [each.participantId, each.name]));
      find('space-name').textContent = space.name;
      conversation.ready();
      showPeople(find('people'), participants, me);
      showArtifacts(find('artifacts'), artifacts, { nameOf, key });
      become(participants.find((each) => each.participantId === me)?.status);
    },
    'space-closed': (event) => over(words['space-closed'](event).join('')),
  };

  /** Notes what happened, in the words that all surfaces use. */
  function announce(kind, event) {
    const pieces = words[kind](event) ?? [];
    const shown = pieces.map((piece) =>
      typeof piece === 'string' ? piece : name(piece.name ?? piece.text ?? nameOf(piece.participantId)),
    );
    if (shown.length > 0) conversation.note(...shown);
  }

  function become(status) {
    if (status === 'kicked') return over('The owner removed you from this space.');
    if (status === 'left') return over('You left this space.');
    find('send').querySelector('fieldset').disabled = status === 'muted';
    say(status === 'muted' ? 'The owner muted you. You can read, but not write.' : '');
  }

  function over(reason) {
    stop();
    keep(undefined);
    find('send').hidden = true;
    find('leave').hidden = true;
    showConnection('Ended');
    say(reason);
  }

  find('meeting').hidden = false;
  document.body.classList.add('meeting');
  for (const part of document.querySelectorAll('aside details')) part.open = !narrow.matches;
  const stop = follow(key, {
    told: (kind, event) => (kind in handlers ? handlers[kind](event) : announce(kind, event)),
    connected: (live) => showConnection(live ? 'Live' : 'Reconnecting…'),
    over,
  });
  writeWith(key);
  find('leave').addEventListener('click', async () => {
    if (!confirm('Leave this space? To return, you have to join again.')) return;
    try {
      await call('POST', '/leave', key);
      over('You left this space.');
    } catch (error) {
      say(error.message);
    }
  });
}

/** A repeated status is announced again by screen readers. */
function say(notice) {
  if (find('notice').textContent !== notice) find('notice').textContent = notice;
}

function showConnection(state) {
  find('connection').textContent = state;
  find('connection').classList.toggle('live', state === 'Live');
}

function writeWith(key) {
  const attempt = new Attempt();
  const form = find('send');
  const text = find('text');
  text.focus();

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const body = { type: 'text', content: text.value };
    if (!body.content.trim()) return;
    find('unsent').textContent = '';
    try {
      await call('POST', '/messages', key, { body, once: attempt.keyFor(body) });
      attempt.done();
      if (text.value === body.content) text.value = '';
    } catch (error) {
      find('unsent').textContent = `Not sent. ${error.message}`;
    }
    text.focus();
  });

  // On a touch keyboard, Enter is the only way to insert a new line.
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || touch.matches) return;
    event.preventDefault();
    form.requestSubmit();
  });
}
