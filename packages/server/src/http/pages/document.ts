import { escapeHtml } from './wording.ts';

interface Document {
  title: string;
  /** How far above the page the service's own addresses begin. */
  root?: '' | '../' | '../../';
  styles: readonly string[];
  scripts?: readonly string[];
  /** More for the head, as HTML. */
  head?: string;
  /** HTML, the element included. */
  body: string;
}

/** What every page of ours has around it. */
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
