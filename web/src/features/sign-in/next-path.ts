import { safePath } from '../../lib/url.ts';

/** What the service accepts as a way on: pages of the app, with what their address says about the world to look at. */
const nextPath =
  /^\/(?:app(?:\/[A-Za-z0-9_-]+)*|(?:claim|invite)\/[A-Za-z0-9_-]+|device)\/?(?:\?[A-Za-z0-9_.~:,&=+%-]*)?$/;

/** Where to go once signed in, as the address of the sign-in page says; the overview when it says nothing usable. */
export function nextPathOf(search: string): string {
  const path = safePath(new URLSearchParams(search).get('next'), '/app');
  return nextPath.test(path) && path.length <= 200 ? path : '/app';
}
