/** Calls to URLs that clients name: never to internal addresses, with limits on time and size. */
export { createDial, type Dial } from './dial.ts';
export { type Answer, createOutgoing, type Outgoing } from './outgoing.ts';
