import { escapeHtml, onOneLine } from '../pages/wording.ts';

/** A section of the account page. `body` is HTML. */
export const section = (
  id: string,
  title: string,
  body: string,
): string => `<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>`;

/** A name that somebody else chose. */
export const bdi = (name: string): string => `<bdi>${escapeHtml(onOneLine(name))}</bdi>`;

export const longestList = 100;

/** One more entry than the longest list is asked for, to know whether there are more. */
export function list(entries: readonly string[], none: string): string {
  if (entries.length === 0) return `<p class="none">${none}</p>`;
  const shown = `<ul class="rows">\n${entries.slice(0, longestList).join('\n')}\n</ul>`;
  return entries.length > longestList ? `${shown}\n<p>Only the newest ${longestList} are shown.</p>` : shown;
}

interface SectionRequest {
  /** Unique on the page. */
  id: string;
  /** What the button does, and to what. */
  verb: string;
  name: string;
  /** The form, and what it does, as HTML. */
  body: string;
}

/** A button that opens a dialog, without a script. */
export function dialog({ id, verb, name, body }: SectionRequest): string {
  const title = escapeHtml(`${verb} ${onOneLine(name)}`);
  return `<button type="button" class="quiet small" popovertarget="${id}" aria-label="${title}…">${verb}…</button>
<div class="modal narrow" id="${id}" popover role="dialog" aria-labelledby="${id}-title"><div class="inside">
<h3 id="${id}-title"><bdi>${title}</bdi></h3>
${body}
<button type="button" class="quiet" popovertarget="${id}" popovertargetaction="hide">Cancel</button>
</div></div>`;
}

/** Nothing is deleted before somebody has read what that does. */
export const confirmation = (asked: SectionRequest & { action: string; field: string; value: string }): string =>
  dialog({
    ...asked,
    body: `${asked.body}
<form method="post" action="${asked.action}"><input type="hidden" name="${asked.field}" value="${escapeHtml(asked.value)}" /><button class="bad">${asked.verb}</button></form>`,
  });
