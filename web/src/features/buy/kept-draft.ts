import { useState } from 'react';
import { onPersonGone } from '../../lib/session.ts';
import { remember, remembered } from '../../lib/storage.ts';
import type { Choice } from './choice.ts';
import { type Draft, firstDraft } from './draft.ts';

// In this tab only: it outlives a reload, a way back and a new sign-in of the same person, and goes with the tab.
const session = () => sessionStorage;
const name = 'checkout';

export const forgetDraft = (): void => remember(name, null, session);
onPersonGone(forgetDraft);

function keptDraft(choice: Choice): Draft | null {
  try {
    const kept = JSON.parse(remembered(name, session) ?? 'null') as { url: string; draft: Draft } | null;
    return kept?.url === choice.url ? { ...firstDraft(choice), ...kept.draft } : null;
  } catch {
    return null;
  }
}

/** What was typed into the checkout of a product, also after the session ended or the page was left for a moment. */
export function useDraft(choice: Choice): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState(() => keptDraft(choice) ?? firstDraft(choice));
  const keep = (next: Draft) => {
    remember(name, JSON.stringify({ url: choice.url, draft: next }), session);
    setDraft(next);
  };
  return [draft, keep];
}
