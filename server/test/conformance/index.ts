import { afterAll, beforeAll, describe } from 'vitest';
import { assertDefined } from '../../src/kit/assert-defined.ts';
import { testAfterPurchase } from './after-buying.ts';
import { buys, testUnknownOutcomes } from './buying.ts';
import { declares, shows } from './catalog.ts';
import type { ConformanceSubject, Current } from './subject.ts';

export type { ConformanceSubject } from './subject.ts';

/** The tests that every connector must pass, whatever store is behind it. What it does not declare is skipped. */
export function connectorConformance(name: string, make: () => Promise<ConformanceSubject>): void {
  describe(`${name}: connector conformance`, () => {
    let subject: ConformanceSubject | undefined;
    const current: Current = () => assertDefined(subject);
    beforeAll(async () => {
      subject = await make();
    });
    afterAll(() => subject?.close?.());

    describe('what it declares', () => declares(current));
    describe('the catalog', () => shows(current));
    describe('buying', () => buys(current));
    describe('unknown outcomes', () => testUnknownOutcomes(current));
    describe('after buying', () => testAfterPurchase(current));
  });
}
