import type { Locator, Page } from 'playwright-core';
import { fieldsOf } from '../../kit/fields.ts';
import { cutText } from '../../kit/storable-text.ts';
import type { MissedLocator } from './agreement.ts';
import type { Step } from './recipe.ts';
import { verbNames } from './step-schema.ts';

export interface RecordedStep {
  /** Where in the recipe: `check_out/3`. */
  at: string;
  /** The verb and its target, without typed text. */
  what: string;
  ms: number;
  error: string | null;
}

export interface Picture {
  name: string;
  /** Milliseconds since the session began. */
  atMs: number;
  url: string;
  jpeg: Buffer;
}

/** What happened in a session. */
export interface SessionRecording {
  reference: string;
  store: string;
  purpose: string;
  /** The name of the recipe. */
  recipe: string;
  /** Whether the buy button was pressed. */
  isPressed: boolean;
  /** The recipe's version, if known. */
  recipeVersion: number | null;
  /** Locators that found nothing while the others found the element. */
  missedLocators: MissedLocator[];
  startedAt: Date;
  ending: string;
  steps: RecordedStep[];
  pictures: Picture[];
  /** The store's responses. */
  answers: { url: string; status: number }[];
}

/** Endings of recordings whose buy button was pressed. */
export const pressedEndings = { placed: 'placed', unknown: 'unknown after submit' } as const;

const stepsMax = 400;
const picturesMax = 24;
const urlMax = 4_000;
const maskedFieldsMax = 40;
/** Passwords, cards, codes. A frame of another site probably has a card form. */
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

  /** Removes this text from the recording from now on. */
  hide(secret: string): void {
    if (secret.length > 2) this.#secrets.add(secret);
  }

  /** Covers this field in every later picture. */
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

  /** The last picture of this name as a data URL. */
  pictureOf(name: string): string | null {
    const picture = this.pictures.findLast((candidate) => candidate.name === name);
    return picture ? `data:image/jpeg;base64,${picture.jpeg.toString('base64')}` : null;
  }

  /** A picture with secrets covered, and whole frames unless a person took over. Null if the page can't be captured. */
  async shot(page: Page, isForPerson = false): Promise<Buffer | null> {
    if (page.isClosed()) return null;
    // A person has to see the frames they act in; secret fields inside stay covered.
    const places = isForPerson
      ? page.frames().map((frame) => frame.locator(secretFields))
      : [page.locator(secretPlaces)];
    const mask = [...places, ...this.#covered];
    return page
      .screenshot({ type: 'jpeg', quality: 55, timeout: 3_000, animations: 'disabled', mask })
      .catch(() => null);
  }

  /** Keeps a picture, if one can be taken. */
  async take(page: Page, name: string): Promise<void> {
    if (this.pictures.length >= (this.isThorough ? stepsMax : picturesMax)) return;
    const jpeg = await this.shot(page);
    if (!jpeg) return;
    this.pictures.push({
      name,
      atMs: Date.now() - this.#startedAt,
      url: cutText(this.clean(page.url()), urlMax),
      jpeg,
    });
  }
}

/** The verb and its target; never the typed text. */
export function describeStep(step: Step): string {
  const verb = verbNames.find((name) => name in step) ?? '';
  const object = fieldsOf(step)[verb];
  const words = typeof object === 'string' ? object : JSON.stringify(object);
  return cutText(`${verb} ${words}${step.note ? ` (${step.note})` : ''}`, 300);
}
