import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The folders of the third-party packages that these modules belong to. */
export function bundledPackages(modules, from) {
  const folders = modules.flatMap((path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].map((folder) => resolve(from, folder));
}

/** Name, version and licence of each package. */
export async function licences(folders) {
  const notices = await Promise.all(folders.map(noticeOf));
  return `This program contains the following packages.\n\n${notices.toSorted().join('\n')}`;
}

async function noticeOf(folder) {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = manifest;
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file));
  const texts = files.length
    ? await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    : [await standardText(manifest)];
  return `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`;
}

/** Not every package contains the text of its licence. */
async function standardText({ name, license, author }) {
  // Ours is the same.
  if (license === 'Apache-2.0') return readFile(new URL('../packages/server/LICENSE', import.meta.url), 'utf8');
  if (license !== 'MIT' || !author) throw new Error(`${name} comes without the text of its licence`);
  const text = await readFile(new URL('mit.txt', import.meta.url), 'utf8');
  return text.replace('AUTHOR', author.name ?? author);
}
