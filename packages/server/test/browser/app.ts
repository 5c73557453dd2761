import { answer, type Input, type Member, type SharedServer } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { newPage as newPageInChromium } from './browsers.ts';
import { complaintsOf } from './complaints.ts';

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Somebody who looks at the app. */
export interface Visit {
  page: Page;
  complaints: string[];
}

/** Opens an empty page, in which nothing is stored. */
export type NewPage = (options?: BrowserContextOptions) => Promise<Page>;

/** Prepares a page before it opens. */
type Prepare = (page: Page, complaints: string[]) => Promise<void>;

/** Opens an address as somebody who was never there. */
export async function visit(
  address: string,
  options?: BrowserContextOptions,
  prepare?: Prepare,
  newPage: NewPage = newPageInChromium,
): Promise<Visit> {
  const page = await newPage(options);
  const complaints = complaintsOf(page, new URL(address).origin);
  await prepare?.(page, complaints);
  await page.goto(address);
  return { page, complaints };
}

/** Opens the room of a member, in a browser that remembers its key. */
export async function enter(
  server: SharedServer,
  member: Member,
  options?: BrowserContextOptions,
  prepare?: Prepare,
): Promise<Visit> {
  const visited = await visit(`${server.url}/llms.txt`, options, prepare);
  const { spaceId, id: participantId, key } = member;
  const known = { spaceId, participantId, key, spaceName: '', name: '', isOwner: false, read: 0, usedAt: Date.now() };
  await visited.page.evaluate(`localStorage.setItem('parley space ${spaceId}', ${JSON.stringify(JSON.stringify(known))})`);
  await visited.page.goto(`${server.url}/room/${spaceId}`);
  return visited;
}

export async function invitation(server: SharedServer, owner: Member, terms: Input = {}) {
  const { publicInvitationKey: key, humanLink, agentLink } = await answer(200, server, 'createInvitation', owner, terms);
  return { spaceId: owner.spaceId, key, humanLink, agentLink };
}

export async function moderate(server: SharedServer, owner: Member, verb: 'approve' | 'kick' | 'mute' | 'unmute', name: string) {
  const { participants } = await answer(200, server, 'getSpace', owner);
  const { participantId } = participants.findLast((each) => each.name === name)!;
  await answer(200, server, `${verb}Participant`, owner, { participantId });
}

/** Whether the timeline shows the whole line. */
export const isInSight = (line: Locator): Promise<boolean> =>
  line.evaluate((it) => {
    const { top, bottom } = it.getBoundingClientRect();
    const timeline = it.closest('.timeline')!.getBoundingClientRect();
    return top >= timeline.top - 1 && bottom <= timeline.bottom + 1;
  });

/** What a button says from now on, also if only for a moment. */
export async function saidBy(button: Locator): Promise<() => Promise<string[]>> {
  await button.evaluate((it) => {
    const said: string[] = ((globalThis as { said?: string[] }).said = []);
    const hear = () => void said.push(it.ariaLabel ?? it.textContent ?? '');
    new MutationObserver(hear).observe(it, { attributes: true, childList: true, characterData: true, subtree: true });
  });
  return () => button.page().evaluate<string[]>('said');
}

export const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

/** Half as much as `axe.source`, and each page loads it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that judge colours. */
const aboutColours = ['color-contrast', 'link-in-text-block'];

/** Checks the page with axe, once it shows something. The frames in it show what participants wrote. */
export async function expectAccessible(page: Page, runOnly?: readonly string[]): Promise<void> {
  await page.locator('main:visible, .beside:visible').first().waitFor();
  await page.locator('h1:visible, h2:visible').first().waitFor();
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  // Describing what is right takes axe longer than looking for what is wrong.
  // Who says what is written on a button presses it.
  const rules = runOnly ? undefined : { 'label-content-name-mismatch': { enabled: true } };
  const options = JSON.stringify({ resultTypes: ['violations'], iframes: false, runOnly, rules });
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${options})`);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

const changing = 'document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished)';

/** The same in both colour schemes, which differ only in colours. Colours that are changing would be judged on their way. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [
    ['dark', aboutColours],
    ['light', undefined],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // One that is cancelled is over too.
    await page.evaluate(`Promise.allSettled(${changing}).then(() => undefined)`);
    await expectAccessible(page, rules);
  }
}

/** Nothing has to be scrolled sideways. */
export const expectFits = async (page: Page): Promise<void> =>
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
