/** A numbered version of a recipe. */
export interface RecipeVersion {
  version: number;
  /** It reached the final check, or is the first version. */
  isProven: boolean;
  /** Why it didn't reach the final check. */
  failure: string | null;
  /** The newest other proven version. */
  before: { version: number; text: string } | null;
}

/** Every version of a recipe on this installation, numbered from 1. */
export interface RecipeVersions {
  register(name: string, text: string): Promise<RecipeVersion>;
  markProven(name: string, version: number): Promise<void>;
  markFailed(name: string, version: number, failure: string): Promise<void>;
}
