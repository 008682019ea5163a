import { StoreRefusal } from './attempt-errors.ts';

const nobodyAnswered = (message: string): StoreRefusal =>
  new StoreRefusal({ kind: 'blocked', reason: 'account_verification_required', message });

/**
 * Where a walk waits while a person deals with its page: a captcha, 3-D Secure. The call that walked answers with a
 * question meanwhile, and a later call lets the walk go on from where it is.
 */
export class PersonAtPage {
  /** Whether there is a way for a person to the page. */
  readonly #isPossible: boolean;
  #asked = Promise.withResolvers<string>();
  #walk: PromiseWithResolvers<void> | null = null;
  #message: string | null = null;

  constructor(isPossible: boolean) {
    this.#isPossible = isPossible;
  }

  /** What a person is asked to do at the page now; null: nothing. */
  get waitsFor(): string | null {
    return this.#message;
  }

  /** The next thing that a person is asked. */
  get asked(): Promise<string> {
    return this.#asked.promise;
  }

  /** For the walk: comes back when a person says that it is done. */
  async ask(message: string): Promise<void> {
    if (!this.#isPossible) throw nobodyAnswered(`The store requires a person: ${message}`);
    this.#walk = Promise.withResolvers();
    this.#message = message;
    this.#asked.resolve(message);
    await this.#walk.promise;
  }

  goOn(): void {
    const walk = this.#leave();
    walk?.resolve();
  }

  /** No person came. */
  giveUp(): void {
    const walk = this.#leave();
    walk?.reject(nobodyAnswered('The store required a person, and nobody responded in time.'));
  }

  #leave(): PromiseWithResolvers<void> | null {
    const walk = this.#walk;
    this.#walk = null;
    this.#message = null;
    this.#asked = Promise.withResolvers();
    return walk;
  }
}
