import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { builtFolder } from './built.ts';
import { escapeHtml } from './wording.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

let built: string | undefined;
/** The head, with the styles and the script that the app is built with. */
const shell = (): string =>
  (built ??= readFileSync(new URL('forms.html', builtFolder()), 'utf8').replaceAll('"./assets/', '"assets/'));

/** `single` is one question; `sections` is a page of the account, with a way to the others. */
type Layout = 'single' | 'sections';

const site = `<nav aria-label="Site"><a href=".">Spaces</a><a href="inbox">Inbox</a><a href="docs">Documentation</a></nav>`;

const mains: Record<Layout, (title: string, body: string) => string> = {
  single: (title, body) => `<main class="card">\n<h1>${title}</h1>\n${body}\n</main>`,
  sections: (title, body) => `<main>\n<h1>${title}</h1>\n${body}\n</main>`,
};

/** Sends a page that works without scripts. `body` is HTML. Its addresses are relative to the root of the service. */
export function sendPage(reply: FastifyReply, title: string, body: string, layout: Layout = 'single'): FastifyReply {
  const named = escapeHtml(title);
  const page = `<body class="forms ${layout}">
<header><a class="brand" href=".">Parley</a>${layout === 'sections' ? site : ''}</header>
${mains[layout](named, body)}
</body>`;
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
    .send(
      shell()
        .replace('<title>', () => `<title>${named} · `)
        .replace('<body></body>', () => page),
    );
}

export const alert = (text: string | undefined): string =>
  text ? `<p class="notice bad" role="alert">${escapeHtml(text)}</p>` : '';

export const notice = (text: string | undefined): string =>
  text ? `<p class="notice" role="status">${escapeHtml(text)}</p>` : '';
