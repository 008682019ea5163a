import { type Failure, Invalid } from '../../kit/failure.ts';
import { html, type PageParts } from './html.ts';

/** An error for a person who followed a link: what is wrong, what to do, and what to quote. */
export function errorPage(error: Failure | Invalid, requestId: string): PageParts {
  const { title, words } = errorPageText(error);
  return {
    title,
    description: words,
    body: html`<main id="main"><section class="card"><h1>${title}</h1>
<p class="lead">${words}</p>
<p><a href="/">Go to the start page</a></p>
<p class="quiet small">Request <code>${requestId}</code></p></section></main>`,
  };
}

function errorPageText(error: Failure | Invalid): { title: string; words: string } {
  if (error instanceof Invalid) {
    const isMistypedPath = error.problems.every(({ loc }) => loc[0] === 'path');
    if (isMistypedPath)
      return { title: 'Nothing here', words: 'The address is not right. Check that the link was copied whole.' };
    return {
      title: 'That address does not work',
      words: error.problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '),
    };
  }
  if (error.status === 404)
    return {
      title: 'Nothing here',
      words: 'There is nothing under this address. Check that the link was copied whole.',
    };
  if (error.status === 401)
    return {
      title: 'A key is needed',
      words: 'This address is part of the API and wants a key. People sign in from the start page.',
    };
  if (error.status >= 500) return { title: 'Something went wrong', words: error.message };
  return { title: 'That did not work', words: error.message };
}
