export type { PersonSign, Recipe, RefusalSign, Summary } from './recipe-schema.ts';
export type { Amount, Condition, Keys, Locator, Read, Step, Target, TargetParts, TextMatch } from './step.ts';
