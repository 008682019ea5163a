import { StoreRefusal } from './attempt-errors.ts';

const nobodyAnswered = (message: string): StoreRefusal =>
  new StoreRefusal({ kind: 'blocked', reason: 'account_verification_required', message });

/**
 * Lets a session wait while a person deals with its page: a captcha, 3-D Secure. The call returns an action meanwhile,
 * and a later call resumes the session.
 */
export class PersonAtPage {
  /** Whether a person can reach the page. */
  readonly #isPossible: boolean;
  #asked = Promise.withResolvers<string>();
  #pending: PromiseWithResolvers<void> | null = null;
  #message: string | null = null;

  constructor(isPossible: boolean) {
    this.#isPossible = isPossible;
  }

  /** What the person has to do; null if nothing. */
  get waitsFor(): string | null {
    return this.#message;
  }

  /** Resolves with the next request. */
  get asked(): Promise<string> {
    return this.#asked.promise;
  }

  /** Resolves when the person is done. */
  async ask(message: string): Promise<void> {
    if (!this.#isPossible) throw nobodyAnswered(`The store requires manual input: ${message}`);
    this.#pending = Promise.withResolvers();
    this.#message = message;
    this.#asked.resolve(message);
    await this.#pending.promise;
  }

  resume(): void {
    const pending = this.#clear();
    pending?.resolve();
  }

  /** Nobody came in time. */
  timeOut(): void {
    const pending = this.#clear();
    pending?.reject(nobodyAnswered('The store required manual input, and nobody responded in time.'));
  }

  #clear(): PromiseWithResolvers<void> | null {
    const pending = this.#pending;
    this.#pending = null;
    this.#message = null;
    this.#asked = Promise.withResolvers();
    return pending;
  }
}
