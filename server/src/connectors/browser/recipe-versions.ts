/** What is known of a recipe's text. */
export interface RecipeVersion {
  version: number;
  /** It reached the final check, or is the first one. */
  isProven: boolean;
  /** Why it did not get there. */
  failure: string | null;
  /** The newest other version that did. */
  before: { version: number; text: string } | null;
}

/** Every text that a recipe ever had here, numbered from 1. */
export interface RecipeVersions {
  register(name: string, text: string): Promise<RecipeVersion>;
  markProven(name: string, version: number): Promise<void>;
  markFailed(name: string, version: number, failure: string): Promise<void>;
}
