import { type Failure, Invalid } from '../../kit/failure.ts';
import { html, type PageParts } from './html.ts';

/** An error page for a person who followed a link: what is wrong, what to do, and what to quote. */
export function errorPage(error: Failure | Invalid, requestId: string): PageParts {
  const { title, words } = errorPageText(error);
  return {
    title,
    description: words,
    body: html`<main id="main"><section class="card"><h1>${title}</h1>
<p class="lead">${words}</p>
<p><a href="/">Go to the home page</a></p>
<p class="quiet small">Request <code>${requestId}</code></p></section></main>`,
  };
}

function errorPageText(error: Failure | Invalid): { title: string; words: string } {
  if (error instanceof Invalid) {
    const isMistypedPath = error.problems.every(({ loc }) => loc[0] === 'path');
    if (isMistypedPath)
      return { title: 'Page not found', words: 'This URL is not valid. Check that you copied the full link.' };
    return {
      title: 'This URL is not valid',
      words: error.problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '),
    };
  }
  if (error.status === 404)
    return {
      title: 'Page not found',
      words: 'Nothing exists at this URL. Check that you copied the full link.',
    };
  if (error.status === 401)
    return {
      title: 'API key required',
      words: 'This URL is part of the API and requires a key. To use the dashboard, sign in from the home page.',
    };
  if (error.status >= 500) return { title: 'Something went wrong', words: error.message };
  return { title: 'Request failed', words: error.message };
}
