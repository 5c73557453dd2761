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
  // Whoever sees the line can interrupt the step.
  const running = run(command, { cwd, stdio: ['ignore', 'pipe', 'pipe'], hear });
  const line = openLine(title, elapsed);
  const code = await running;
  if (code === 0) return line.close('✓', `done in ${elapsed()}`);
  if (interrupted.includes(code)) {
    line.close('✗', 'interrupted');
  } else {
    line.close('✗', `failed after ${elapsed()}`);
    showEnd(output);
  }
  process.exit(code);
}

/** A terminal gets a line that is drawn again and again; anything else gets its beginning now and its end later. */
function openLine(title, elapsed) {
  const { stderr, env } = process;
  if (!stderr.isTTY || env['TERM'] === 'dumb') {
    stderr.write(`${title}… `);
    return { close: (_mark, end) => stderr.write(`${end}\n`) };
  }
  let drawn = 0;
  const draw = (mark, end) => stderr.write(`\r\u001b[K${mark} ${title}… ${end}`);
  const drawNext = () => draw(frames[drawn++ % frames.length], elapsed());
  drawNext();
  const drawing = setInterval(drawNext, frameMs);
  return {
    close(mark, end) {
      clearInterval(drawing);
      draw(mark, `${end}\n`);
    },
  };
}

function showEnd(output) {
  const lines = output.trimEnd().split('\n');
  const shown = lines.slice(-shownLines);
  const heading = shown.length < lines.length ? `The last ${shown.length} lines of the output:` : 'The output:';
  process.stderr.write(`\n${heading}\n\n${shown.join('\n')}\n`);
}

function duration(ms) {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
