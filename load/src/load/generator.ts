import { answerJobs } from '../child.ts';
import { closedLoop, type ClosedLoop } from './closed-loop.ts';

// IPC converts buffers into byte arrays.
answerJobs((job: ClosedLoop) => closedLoop({ ...job, requests: job.requests.map((request) => Buffer.from(request)) }));
