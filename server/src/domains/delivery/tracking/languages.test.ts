import { describe, expect, it } from 'vitest';
import { languageFor, languageOfCountry, languages, textsByLanguage } from './languages.ts';

describe('languages', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['pt, fr;q=0.4, es;q=0.6', 'es'],
    ['it-CH', 'it'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['FR', 'fr'],
    ['pt', 'en'],
    ['de;q=0', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('%s reads %s', (header, expected) => expect(languageFor(header)).toBe(expected));

  it('sends email in the language of the destination', () => {
    expect(['DE', 'at', 'FR', 'MX', 'US', 'IT'].map(languageOfCountry)).toEqual(['de', 'de', 'fr', 'es', 'en', 'it']);
  });

  it('reads the language of the destination where the browser asks for none of them', () => {
    expect(languageFor(undefined, 'IT')).toBe('it');
    expect(languageFor('pt', 'DE')).toBe('de');
    expect(languageFor('en', 'DE')).toBe('en');
  });

  it('says everything in each of them', () => {
    for (const language of languages) {
      const say = textsByLanguage[language];
      expect(say.steps).toHaveLength(5);
      for (const stage of Object.values(say.mails)) expect(stage.text('walmart')).toContain('walmart');
      for (const [headline, text] of Object.values(say.pageStatuses)) expect(headline && text).toBeTruthy();
    }
  });
});
