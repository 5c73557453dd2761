import { call } from './api.js';
import { element, name, nameWith, picture } from './element.js';

const isHere = ({ status }) => status === 'active' || status === 'muted';

export function showPeople(part, participants, me) {
  show(
    part,
    participants.filter(isHere),
    (each) => each.participantId,
    (each) => [
      picture(each.participantId),
      element(
        'div',
        {},
        ...nameWith(each.name, each.participantId === me && 'you', each.status === 'muted' && 'muted'),
        element('small', { dir: 'auto' }, each.role),
      ),
    ],
  );
}

export function showArtifacts(part, artifacts, { nameOf, key }) {
  show(
    part,
    artifacts,
    (each) => each.id,
    (each) => {
      const button = element('button', { type: 'button', className: 'quiet', ariaLabel: `Download ${each.name}` }, 'Download');
      button.addEventListener('click', () => download(each.id, key, button));
      const editing = each.lockedBy ? [', ', name(nameOf(each.lockedBy)), ' is editing'] : [];
      return [element('div', {}, name(each.name), element('small', {}, `version ${each.version}`, ...editing)), button];
    },
  );
}

/** Unchanged items are not replaced, so that they keep the focus. */
function show(part, items, idOf, childrenOf) {
  const list = part.querySelector('ul');
  part.querySelector('.count').textContent = items.length;
  const old = new Map([...list.children].map((item) => [item.dataset.id, item]));
  const wanted = items.map((each) => {
    const json = JSON.stringify(each);
    const known = old.get(idOf(each));
    if (known?.dataset.json === json) return known;
    const item = element('li', {}, ...childrenOf(each));
    item.dataset.id = idOf(each);
    item.dataset.json = json;
    return item;
  });
  if (wanted.length !== list.children.length || wanted.some((item, i) => item !== list.children[i]))
    list.replaceChildren(...wanted);
}

/** Uses fetch, because a URL must not contain the key. */
async function download(id, key, button) {
  button.disabled = true;
  try {
    const response = await call('GET', `/artifact/${id}/download`, key);
    const [, fileName = 'artifact.md'] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition')) ?? [];
    const href = URL.createObjectURL(await response.blob());
    element('a', { href, download: decodeURIComponent(fileName) }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    button.textContent = 'Download';
  } catch (error) {
    button.textContent = 'Try again';
    button.title = error.message;
  } finally {
    button.disabled = false;
  }
}
