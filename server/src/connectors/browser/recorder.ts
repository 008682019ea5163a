import type { Locator, Page } from 'playwright-core';
import { fieldsOf } from '../../kit/fields.ts';
import type { MissedLocator } from './agreement.ts';
import type { Step } from './recipe.ts';
import { verbNames } from './step-schema.ts';

export interface RecordedStep {
  /** Where in the recipe: `check_out/3`. */
  at: string;
  /** What it does, without what it types. */
  what: string;
  ms: number;
  error: string | null;
}

export interface Picture {
  name: string;
  /** Milliseconds since the visit began. */
  atMs: number;
  url: string;
  jpeg: Buffer;
}

/** What an attempt leaves behind for people who want to know what happened. */
export interface SessionRecording {
  reference: string;
  store: string;
  purpose: string;
  /** The name of the recipe. */
  recipe: string;
  /** The number of the recipe that was followed, where it is known. */
  recipeVersion: number | null;
  /** Locators that found nothing where the others found their element. */
  missedLocators: MissedLocator[];
  startedAt: Date;
  ending: string;
  steps: RecordedStep[];
  pictures: Picture[];
  /** Answers of the store that the attempt decided on. */
  answers: { url: string; status: number }[];
}

/** How recordings end whose buy button was pressed. */
export const pressedEndings = { placed: 'placed', unknown: 'unknown after submit' } as const;

const stepsMax = 400;
const picturesMax = 24;
const maskedFieldsMax = 40;
/** Passwords, cards, codes; a frame of another site is likely to hold a card. */
const secretFields = 'input[type=password], input[autocomplete^=cc-], input[name*=card i], input[name*=cvc i]';
const secretPlaces =
  'input[type=password], input[autocomplete^=cc-], input[autocomplete=one-time-code], input[name*=card i], input[name*=code i], input[name*=cvc i], iframe';

export class SessionRecorder {
  readonly steps: RecordedStep[] = [];
  readonly pictures: Picture[] = [];
  readonly answers: { url: string; status: number }[] = [];
  readonly #secrets = new Set<string>();
  readonly #covered: Locator[] = [];
  readonly #startedAt = Date.now();
  /** A picture after every step, for the author of a recipe. */
  readonly isThorough: boolean;

  constructor(isThorough = false) {
    this.isThorough = isThorough;
  }

  /** From here on this text stands nowhere in the film. */
  hide(secret: string): void {
    if (secret.length > 2) this.#secrets.add(secret);
  }

  /** From here on this field is covered in every picture. */
  cover(field: Locator): void {
    if (this.#covered.length < maskedFieldsMax) this.#covered.push(field);
  }

  clean(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, '•••');
    return clean;
  }

  begin(at: string, step: Step): (error: unknown) => void {
    const startedAt = Date.now();
    return (error) => {
      if (this.steps.length >= stepsMax) return;
      const message = error === null ? null : error instanceof Error ? error.message : String(error);
      const what = this.clean(describeStep(step));
      this.steps.push({ at, what, ms: Date.now() - startedAt, error: message === null ? null : this.clean(message) });
    };
  }

  /** The last picture of this name as an address that shows it; null where there is none. */
  pictureOf(name: string): string | null {
    const picture = this.pictures.findLast((candidate) => candidate.name === name);
    return picture ? `data:image/jpeg;base64,${picture.jpeg.toString('base64')}` : null;
  }

  /** A picture with secrets covered, frames as a whole unless a person has taken over the page; null where a page in trouble does not let itself be seen. */
  async shot(page: Page, isForPerson = false): Promise<Buffer | null> {
    if (page.isClosed()) return null;
    // A person who has to act in a frame sees it; what is secret inside is covered there.
    const places = isForPerson
      ? page.frames().map((frame) => frame.locator(secretFields))
      : [page.locator(secretPlaces)];
    const mask = [...places, ...this.#covered];
    return page
      .screenshot({ type: 'jpeg', quality: 55, timeout: 3_000, animations: 'disabled', mask })
      .catch(() => null);
  }

  /** Keeps a picture. That one cannot be taken stops nothing. */
  async take(page: Page, name: string): Promise<void> {
    if (this.pictures.length >= (this.isThorough ? stepsMax : picturesMax)) return;
    const jpeg = await this.shot(page);
    if (!jpeg) return;
    this.pictures.push({ name, atMs: Date.now() - this.#startedAt, url: this.clean(page.url()), jpeg });
  }
}

/** The verb and where it is done; never the text that is typed. */
export function describeStep(step: Step): string {
  const verb = verbNames.find((name) => name in step) ?? '';
  const object = fieldsOf(step)[verb];
  const words = typeof object === 'string' ? object : JSON.stringify(object);
  return `${verb} ${words}${step.note ? ` (${step.note})` : ''}`.slice(0, 300);
}
