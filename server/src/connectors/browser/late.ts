import { secondMs } from '../../kit/clock.ts';
import type { Recipe } from './recipe.ts';

/** Stores record a sale up to this long after the button. A recipe may ask for more time, never for less. */
const leastLateSeconds = 1_800;

/** How long after the button a purchase may still appear in the history. */
export const lateMsOf = ({ late_seconds: given }: Pick<Recipe, 'late_seconds'>): number =>
  secondMs * Math.max(leastLateSeconds, given ?? leastLateSeconds);
