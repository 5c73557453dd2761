import { expect, it } from 'vitest';
import { between } from './document.ts';

const page = '# Page\n\nBefore.\n\n<!-- measured -->\nold\n<!-- /measured -->\n\nAfter.\n';

it('new results replace old ones, and nothing else', () =>
  expect(between(page, '| new |')).toBe('# Page\n\nBefore.\n\n<!-- measured -->\n\n| new |\n\n<!-- /measured -->\n\nAfter.\n'));

it('writing twice has the same result', () => expect(between(between(page, '$& new'), '$& new')).toBe(between(page, '$& new')));

it('needs a page that says where it belongs', () => expect(() => between('# Page\n', 'new')).toThrow('<!-- measured -->'));

it('can be one of several parts of a page', () =>
  expect(between(`${page}<!-- soaked -->\n<!-- /soaked -->\n`, 'new', 'soaked')).toBe(
    `${page}<!-- soaked -->\n\nnew\n\n<!-- /soaked -->\n`,
  ));
