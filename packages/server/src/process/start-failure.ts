import { createServer } from 'node:net';
import { ConfigError } from '../engine/config-error.ts';
import { Unusable } from '../engine/store/unusable.ts';

const triedPorts = 20;

/** Set by a command that gives the port as an option of its own. */
const startedBy = 'STARTED_BY';

interface ListenError extends NodeJS.ErrnoException {
  port: number;
  address: string;
}

/** Why the server did not start: one line for what an operator can fix, the stack for everything else. */
export async function startFailure(error: unknown, environment: Record<string, string | undefined>): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  if (isListenError(error)) {
    const setting = environment['PARLEY_METRICS_PORT'] === String(error.port) ? 'PARLEY_METRICS_PORT' : 'PORT';
    const byOption = environment[startedBy] !== undefined && setting === 'PORT';
    const started = environment['npm_lifecycle_event'] === 'start' ? ' npm start' : '';
    return listenFailure(error, byOption ? `${environment[startedBy]} --port ` : `${setting}=`, started);
  }
  const { code } = error as NodeJS.ErrnoException;
  const isKnown = error instanceof ConfigError || error instanceof Unusable || code !== undefined;
  return isKnown ? error.message : (error.stack ?? error.message);
}

const isListenError = (error: Error): error is ListenError =>
  // A worker listens through its supervisor, which binds the port.
  'syscall' in error && ['listen', 'bind'].includes(String(error.syscall)) && 'address' in error;

async function listenFailure(error: ListenError, setting: string, command: string): Promise<string> {
  const { code, port, address, message } = error;
  if (code === 'EADDRINUSE') {
    const other = await freePortAfter(port, address);
    return `Port ${port} is already in use. Choose another one, for example ${setting}${other}${command}`;
  }
  if (code === 'EACCES') {
    return `Port ${port} needs privileges that this process does not have. Choose a port above 1023, for example ${setting}${setting.includes('METRICS') ? 9464 : 8787}${command}`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `HOST=${address} is not an address of this machine. Use 127.0.0.1 for local clients, 0.0.0.0 for all interfaces`;
  }
  return message;
}

/** The next port that is free, or 0, which lets the system choose one. */
async function freePortAfter(port: number, host: string): Promise<number> {
  for (let other = port + 1; other <= Math.min(port + triedPorts, 65_535); other += 1) {
    if (await isFree(other, host)) return other;
  }
  return 0;
}

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
