/** Calls to addresses that strangers name: never to the inside, never longer than allowed, never more than is read. */
export { createDial, type Dial } from './dial.ts';
export { type Answer, createOutgoing, type Outgoing } from './outgoing.ts';
