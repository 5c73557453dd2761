// One line on standard error for each step of the set-up: what happens and how long it took. The output of a step is shown only when it fails.
import { run } from './child.mjs';

const frames = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
const frameMs = 100;
const shownLines = 100;
const keptCharacters = 200_000;
const interrupted = [129, 130, 143];

/** Runs a command as a step with a title. If it fails, this process ends with the exit code of the command. */
export async function step(title, command, cwd) {
  const start = performance.now();
  const elapsed = () => duration(performance.now() - start);
  let output = '';
  const hear = (chunk) => (output = (output + chunk).slice(-keptCharacters));
  const line = openLine(() => `${title}… ${elapsed()}`, `${title}… `);
  const code = await run(command, { cwd, stdio: ['ignore', 'pipe', 'pipe'], hear });
  if (code === 0) return line.close('✓', `${title}… `, `done in ${elapsed()}`);
  if (interrupted.includes(code)) {
    line.close('✗', `${title}… `, 'interrupted');
    process.exit(code);
  }
  line.close('✗', `${title}… `, `failed after ${elapsed()}`);
  const lines = output.trimEnd().split('\n');
  const tail = lines.slice(-shownLines);
  const heading = tail.length < lines.length ? `The last ${tail.length} lines of the output:` : 'The output:';
  process.stderr.write(`\n${heading}\n\n${tail.join('\n')}\n`);
  process.exit(code);
}

/** A terminal gets a line that is drawn again and again; everything else gets its beginning now and its end later. */
function openLine(text, beginning) {
  const { stderr, env } = process;
  if (!stderr.isTTY || env['TERM'] === 'dumb') {
    stderr.write(beginning);
    return { close: (_mark, _beginning, end) => stderr.write(`${end}\n`) };
  }
  let drawn = 0;
  const draw = () => stderr.write(`\r\u001b[K${frames[drawn++ % frames.length]} ${text()}`);
  draw();
  const drawing = setInterval(draw, frameMs);
  return {
    close(mark, beginning, end) {
      clearInterval(drawing);
      stderr.write(`\r\u001b[K${mark} ${beginning}${end}\n`);
    },
  };
}

function duration(ms) {
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
