import type { Section } from './options.ts';
import { agents, agentsCosts } from './rows/agents.ts';
import { artifact, artifactCosts } from './rows/artifact.ts';
import { citus, citusCosts } from './rows/citus.ts';
import { cli, cliCosts } from './rows/cli.ts';
import { committer, committerCosts } from './rows/committer.ts';
import { crowd, crowdCosts } from './rows/crowd.ts';
import { directed, directedCosts } from './rows/directed.ts';
import { embedded, embeddedCosts } from './rows/embedded.ts';
import { fanOut, fanOutCosts } from './rows/fan-out.ts';
import { firstPage, firstPageCosts } from './rows/first-page.ts';
import { hop, hopCosts } from './rows/hop.ts';
import { long, longCosts } from './rows/long.ts';
import { reach, reachCosts } from './rows/reach.ts';
import { read, readCosts } from './rows/read.ts';
import { room, roomCosts } from './rows/room.ts';
import { send, sendCosts } from './rows/send.ts';
import { start, startCosts } from './rows/start.ts';
import { subscribers, subscribersCosts } from './rows/subscribers.ts';
import { workers, workersCosts } from './rows/workers.ts';
import type { Measure, Prepare } from './stage.ts';

/** Of each section, the rows with their limits, and what `--against` compares. */
export const sections: Record<Section, { rows: Measure; costs: Prepare }> = {
  committer: { rows: committer, costs: committerCosts },
  send: { rows: send, costs: sendCosts },
  directed: { rows: directed, costs: directedCosts },
  read: { rows: read, costs: readCosts },
  artifact: { rows: artifact, costs: artifactCosts },
  'fan-out': { rows: fanOut, costs: fanOutCosts },
  hop: { rows: hop, costs: hopCosts },
  crowd: { rows: crowd, costs: crowdCosts },
  reach: { rows: reach, costs: reachCosts },
  long: { rows: long, costs: longCosts },
  'first-page': { rows: firstPage, costs: firstPageCosts },
  embedded: { rows: embedded, costs: embeddedCosts },
  citus: { rows: citus, costs: citusCosts },
  agents: { rows: agents, costs: agentsCosts },
  subscribers: { rows: subscribers, costs: subscribersCosts },
  room: { rows: room, costs: roomCosts },
  workers: { rows: workers, costs: workersCosts },
  start: { rows: start, costs: startCosts },
  cli: { rows: cli, costs: cliCosts },
};
