import { secondMs } from '../../kit/clock.ts';
import type { Recipe } from './recipe.ts';

/** Stores record a sale up to this long after submit. A recipe can only extend it. */
const lateSecondsMin = 1_800;

/** How long after submit a purchase may still appear in the history. */
export const lateWindowMsOf = ({ late_seconds: given }: Pick<Recipe, 'late_seconds'>): number =>
  secondMs * Math.max(lateSecondsMin, given ?? lateSecondsMin);
