import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Where bytes go: to the server, or from it. */
type Direction = 'to' | 'from';

/** A TCP relay in front of a server, whose connections a test can harm. */
export interface Relay {
  port: number;
  url: string;
  /** Breaks all connections; new ones work. */
  cut(): void;
  /** Breaks all connections, and new ones at once, until it is called with false. */
  block(isBlocked: boolean): void;
  /**
   * From now on nothing gets through in one direction, like in a network that loses it: neither bytes nor the end of a connection. It
   * arrives once this is called without a direction, as TCP sends again what was lost.
   */
  lose(direction?: Direction): void;
  stop(): Promise<void>;
}

interface Flow {
  source: Socket;
  sink: Socket;
  direction: Direction;
}

/** Relays connections to a server that listens at a port of this machine. */
export async function relayTo(serverPort: number): Promise<Relay> {
  const flows = new Set<Flow>();
  let isBlocked = false;
  let lost: Direction | undefined;
  const update = (flow: Flow) => {
    const { source, sink, direction } = flow;
    source.unpipe(sink);
    if (direction === lost) return;
    if (!source.destroyed) return void source.pipe(sink);
    flows.delete(flow);
    sink.end();
  };
  const begin = (flow: Flow) => {
    flows.add(flow);
    flow.source.on('error', () => {}).once('close', () => update(flow));
    update(flow);
  };
  const server = createServer((client) => {
    if (isBlocked) return void client.resetAndDestroy();
    const upstream = connect(serverPort, '127.0.0.1');
    begin({ source: client, sink: upstream, direction: 'to' });
    begin({ source: upstream, sink: client, direction: 'from' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const { source } of flows) source.resetAndDestroy();
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cut,
    block(is) {
      isBlocked = is;
      if (is) cut();
    },
    lose(direction) {
      lost = direction;
      for (const flow of flows) update(flow);
    },
    stop() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
