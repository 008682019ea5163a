import { Failure } from '../../../kit/failure.ts';

export const insufficientForDebit = (required: number, available: number): Failure =>
  new Failure('insufficient_funds', 402, 'The wallet has less than that available: held money is not touched.', {
    details: { required, available },
  });

export const insufficientFunds = (required: number, available: number): Failure =>
  new Failure('insufficient_funds', 402, 'The wallet does not cover this order: add funds or lower max_price.', {
    details: { required, available },
  });
