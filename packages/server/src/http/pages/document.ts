import { escapeHtml } from './wording.ts';

interface Document {
  title: string;
  /** The relative path from the page to the root of the service. */
  root?: '' | '../' | '../../';
  styles: readonly string[];
  scripts?: readonly string[];
  /** Additional HTML for the head. */
  head?: string;
  /** The body as HTML, including its tag. */
  body: string;
}

/** The HTML document around every page. */
export const htmlDocument = ({ title, root = '', styles, scripts = [], head = '', body }: Document): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)} · Parley</title>
    <link rel="icon" href="data:," />
${styles.map((name) => `    <link rel="stylesheet" href="${root}pages/${name}" />\n`).join('')}${scripts.map((name) => `    <script type="module" src="${root}pages/${name}"></script>\n`).join('')}${head}  </head>
${body}
</html>
`;
