import { html, type PageParts } from '../../platform/http/index.ts';

interface ConfirmInput {
  email: string;
  token: string;
  nextPath: string;
}

/** Shown for a link that this browser did not request: names the account and asks before signing in. */
export function confirmPage({ email, token, nextPath }: ConfirmInput): PageParts {
  return {
    title: 'Sign in · Errand',
    description: 'Confirm that you want to sign in.',
    body: html`<main id="main"><section class="card"><h1 class="break">Sign in as ${email}?</h1>
<p class="lead">This link was requested in another browser or on another device.</p>
<form method="post" action="/auth/magic-link/verify">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="callbackURL" value="${nextPath}">
<p><button>Sign in</button></p>
</form>
<p><strong>Not your email?</strong> Close this page. Someone else requested the link and would see everything you do after signing in with it. You can <a href="/sign-in">sign in with your own address</a> instead.</p></section></main>`,
  };
}
