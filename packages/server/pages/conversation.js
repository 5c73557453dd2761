import { element, nameWith, picture } from './element.js';

const mostShown = 1_000;
const nearTheEndPx = 80;

/** The messages and other events, newest at the end. */
export class Conversation {
  #log;
  #list;
  #me;
  #last = { sequence: 0 };
  #atEnd = true;
  #top = 0;

  constructor(log, me) {
    this.#log = log;
    this.#list = log.querySelector('ol');
    this.#me = me;
    log.addEventListener('scroll', () => this.#scrolled());
    const sizes = new ResizeObserver(() => this.#settle());
    sizes.observe(log);
    sizes.observe(this.#list);
  }

  add(message) {
    if (message.sequence <= this.#last.sequence) return;
    const goesOn = message.senderId === this.#last.senderId;
    this.#last = message;
    const time = element('time', { dateTime: message.timestamp }, clock(new Date(message.timestamp)));
    const who = element('p', { className: 'who' }, ...nameWith(message.senderName, message.isOwner && 'owner'), ' ', time);
    const item = element('li', { className: 'message' }, picture(message.senderId), who, contentOf(message));
    item.classList.toggle('mine', message.senderId === this.#me);
    item.classList.toggle('goes-on', goesOn);
    this.#append(item);
  }

  note(...words) {
    this.#last = { sequence: this.#last.sequence };
    this.#append(element('li', { className: 'note' }, ...words));
  }

  clear() {
    this.#last = { sequence: 0 };
    this.#list.replaceChildren();
  }

  /** After the replay, new items are announced to screen readers. */
  ready() {
    this.#log.ariaBusy = 'false';
  }

  #append(item) {
    this.#list.append(item);
    if (this.#list.children.length > mostShown) this.#list.firstElementChild.remove();
    requestAnimationFrame(() => this.#settle());
  }

  /** Growing content also moves the end away; only scrolling up is a choice of the reader. */
  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.#log;
    if (scrollHeight - scrollTop - clientHeight < nearTheEndPx) this.#atEnd = true;
    else if (scrollTop < this.#top) this.#atEnd = false;
    this.#top = scrollTop;
  }

  /** Scrolls to the end only if the reader is there, and not while they read further up. */
  #settle() {
    if (this.#atEnd) this.#log.scrollTop = this.#log.scrollHeight;
  }
}

function clock(at) {
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString([], isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
}

function contentOf({ type, content }) {
  const bubble = element('div', { className: `bubble ${type}`, dir: 'auto' }, type === 'image' ? '' : content);
  if (type === 'image') offer(bubble, `Show the image from ${hostOf(content)}`, () => image(content));
  if (type === 'html') offer(bubble, 'Show as a page', () => frame(content));
  return bubble;
}

/** Content that would load or show untrusted things waits for a click. */
function offer(bubble, label, make) {
  const button = element('button', { type: 'button', className: 'quiet' }, label);
  button.addEventListener('click', () => bubble.replaceChildren(make()));
  bubble.append(button);
}

const hostOf = (url) => (URL.canParse(url) && new URL(url).host) || 'this message';

const image = (src) => element('img', { src, alt: 'Image in this message', referrerPolicy: 'no-referrer' });

/** A frame without scripts, forms, links out of it, or external resources. */
function frame(html) {
  const policy = `<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:">`;
  const page = element('iframe', { title: 'Page in this message', srcdoc: `<!doctype html>${policy}${html}` });
  page.sandbox = '';
  return page;
}
