/** What MCP adds for a resource: the only list of it. */
export { openDeliveries as openWorkOf } from './deliveries.ts';
