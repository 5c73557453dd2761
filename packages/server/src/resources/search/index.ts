import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';

export const search = serverResource({ operations });
