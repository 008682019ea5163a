import { safePath } from '../../lib/url.ts';

/** Paths that the service accepts: pages of the app, with their query. */
const nextPath =
  /^\/(?:app(?:\/[A-Za-z0-9_-]+)*|(?:claim|invite)\/[A-Za-z0-9_-]+|device)\/?(?:\?[A-Za-z0-9_.~:,&=+%-]*)?$/;

/** The page to open after sign-in, from the URL; the overview by default. */
export function nextPathOf(search: string): string {
  const path = safePath(new URLSearchParams(search).get('next'), '/app');
  return nextPath.test(path) && path.length <= 200 ? path : '/app';
}
