import { Attempt, call, invitationKey, session } from './api.js';
import { enter } from './meeting.js';
import { keep, kept } from './membership.js';

const firstPauseMs = 2_000;
const longestPauseMs = 10_000;
const find = (id) => document.getElementById(id);
const form = find('join');
const isOver = 'over' in form.dataset;
const attempt = new Attempt();

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { name, role } = Object.fromEntries(new FormData(form));
  const body = { name, isHuman: true, ...(role.trim() && { role }) };
  const button = form.querySelector('button');
  button.disabled = true;
  find('refusal').textContent = '';
  try {
    const jwt = find('account').hidden ? undefined : await session();
    const response = await call('POST', '/join', invitationKey, { body, once: attempt.keyFor(body), jwt });
    const { participantId, participantPrivateKey: key } = await response.json();
    attempt.done();
    const membership = { participantId, key };
    keep(membership);
    void proceed(membership);
  } catch (error) {
    find('refusal').textContent = error.message;
  } finally {
    button.disabled = false;
  }
});

const membership = kept();
if (membership) void proceed(membership);
else form.hidden = isOver;

async function proceed(membership) {
  form.hidden = true;
  try {
    const key = membership.key ?? (await approved(membership.participantId));
    const entered = { ...membership, key };
    keep(entered);
    find('entrance').hidden = true;
    enter(entered);
  } catch (error) {
    keep(undefined);
    find('waiting').textContent = '';
    find('refusal').textContent = error.message;
    form.hidden = isOver || error.status === 401;
  }
}

/** Polls until the owner has decided; only a decision ends the polling. */
async function approved(participantId) {
  find('waiting').textContent = 'Waiting for the owner to let you in. Keep this page open: it continues by itself.';
  find('waiting').focus();
  let patience = firstPauseMs;
  for (;;) {
    let pause = patience;
    try {
      const response = await call('GET', `/join/${participantId}`, invitationKey);
      if (response.status === 200) return (await response.json()).participantPrivateKey;
    } catch (error) {
      if (error.status === 401 || error.status === 404) throw error;
      pause = (error.retryAfter ?? 0) * 1_000 || patience;
    }
    // Everyone who waits with the same invitation shares its rate limit.
    patience = Math.min(patience * 1.1, longestPauseMs);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
