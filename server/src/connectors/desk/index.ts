export { createDesk } from './create.ts';
export { createDeskKind } from './kind.ts';
export { type DeskScope, readScope } from './locate.ts';
