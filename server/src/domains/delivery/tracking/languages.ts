import { oneOf } from '../../../kit/fields.ts';
import type { TrackingTexts } from './texts.ts';
import { german } from './texts-de.ts';
import { english } from './texts-en.ts';
import { spanish } from './texts-es.ts';
import { french } from './texts-fr.ts';
import { italian } from './texts-it.ts';

/** Languages of emails and pages for recipients. */
export const languages = ['en', 'de', 'fr', 'es', 'it'] as const;
export type Language = (typeof languages)[number];

const isLanguage = (text: string): text is Language => oneOf(languages, text) !== undefined;

/** The best language that a browser accepts, otherwise that of the destination. */
export function languageFor(acceptLanguage: string | undefined, country = ''): Language {
  const asked = (acceptLanguage ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return { language: tag.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ language, weight }) => weight > 0 && isLanguage(language))
    .sort((a, b) => b.weight - a.weight);
  const best = asked[0]?.language ?? '';
  return isLanguage(best) ? best : languageOfCountry(country);
}

const languageByCountry: Record<string, Language> = {
  DE: 'de',
  AT: 'de',
  LI: 'de',
  FR: 'fr',
  MC: 'fr',
  ES: 'es',
  MX: 'es',
  AR: 'es',
  CL: 'es',
  CO: 'es',
  PE: 'es',
  IT: 'it',
  SM: 'it',
  VA: 'it',
};

/** The likely language at the destination, for emails and labels. */
export const languageOfCountry = (country: string): Language => languageByCountry[country.toUpperCase()] ?? 'en';

export const textsByLanguage: Record<Language, TrackingTexts> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
};
