import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay in front of a server, whose connections a test can cut. */
export interface Relay {
  url: string;
  /** Breaks all connections; new ones work. */
  cut(): void;
  /** Breaks all connections, and new ones at once, until it is called with false. */
  block(isBlocked: boolean): void;
  stop(): Promise<void>;
}

export async function relayTo(port: number): Promise<Relay> {
  const open = new Set<Socket>();
  let isBlocked = false;
  const server = createServer((client) => {
    if (isBlocked) return void client.resetAndDestroy();
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {}).once('close', () => open.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    block(is) {
      isBlocked = is;
      if (is) cut();
    },
    stop() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
