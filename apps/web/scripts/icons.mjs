// Draws the icons of the app from the one of the pages, with the Chromium of this machine: node scripts/icons.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const paper = '#faf9f7';
const svg = readFileSync(new URL('../../../packages/server/pages/icon.svg', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'parley-icons-'));

// The safe zone of a maskable icon is a circle of four fifths.
draw('icon-192.png', { size: 192, part: 1, background: 'transparent' });
draw('icon-512.png', { size: 512, part: 1, background: 'transparent' });
draw('icon-maskable.png', { size: 512, part: 0.6, background: paper });
draw('apple-touch-icon.png', { size: 180, part: 0.72, background: paper });
rmSync(folder, { recursive: true });

function draw(name, { size, part, background }) {
  const page = join(folder, 'icon.html');
  const drawing = svg.replace('<svg ', `<svg style="width:${part * 100}%;height:${part * 100}%" `);
  const style = `margin:0;height:${size}px;display:grid;place-items:center;background:${background}`;
  writeFileSync(page, `<!doctype html><body style="${style}">${drawing}</body>`);
  const to = fileURLToPath(new URL(`../public/${name}`, import.meta.url));
  execFileSync('chromium', [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--default-background-color=00000000'],
    ...[`--window-size=${size},${size}`, `--screenshot=${to}`, `file://${page}`],
  ]);
}
