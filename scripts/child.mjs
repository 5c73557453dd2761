// A command run as a child process that ends with this one.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a command to its end and returns its exit code.
 * npm does not reliably forward signals, and it can exit before its script does. So signals are forwarded here, and the child is stopped
 * when our parent is gone.
 */
export function run([command, ...words], { cwd, stdio = 'inherit', hear = () => {} }) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let isTold = false;
  const forward = (signal) => (isTold = child.kill(signal));
  // Before the child exists: a signal that comes while it is being created would otherwise end this process.
  for (const signal of signals) process.on(signal, forward);
  const child = spawn(command, words, { cwd, stdio });
  for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', hear);
  const parent = process.ppid;
  // A second signal would not let the child finish.
  const watch = setInterval(() => process.ppid !== parent && !isTold && forward('SIGTERM'), 500);
  return new Promise((resolve) => {
    const end = (code) => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.on('error', (error) => {
      hear(`${error.message}\n`);
      end(127);
    });
    child.on('close', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}
