import type { PurchaseRequest } from '../contract.ts';
import { createSeededRandom, type SeededRandom } from './catalog/seeded-random.ts';
import { scenarioOfSlug } from './scenarios.ts';

const styles: Readonly<Record<string, (roll: SeededRandom) => string>> = {
  amazon: (roll) => `11${roll.digits(1)}-${roll.digits(7)}-${roll.digits(7)}`,
  walmart: (roll) => `2000${roll.digits(3)}-${roll.digits(8)}`,
  bestbuy: (roll) => `BBY01-${roll.digits(12)}`,
  homedepot: (roll) => `WG${roll.digits(8)}`,
  ebay: (roll) => `${roll.digits(2)}-${roll.digits(5)}-${roll.digits(5)}`,
  apple: (roll) => `W${roll.digits(10)}`,
  pokemoncenter: (roll) => `P00${roll.digits(7)}`,
  rei: (roll) => `A${roll.digits(9)}`,
};

const plain = (roll: SeededRandom): string => `${roll.letters(1, '123456789')}${roll.digits(9)}`;

/** The store's order numbers: one, or two if split. */
export function merchantOrderIds(request: PurchaseRequest, purchaseId: string): string[] {
  const roll = createSeededRandom(`order ${purchaseId}`);
  const style = styles[request.retailer] ?? plain;
  const isSplit = request.lines.some((line) => scenarioOfSlug(line.ref.productId) === 'split_shipment');
  return isSplit ? [style(roll), style(roll)] : [style(roll)];
}
