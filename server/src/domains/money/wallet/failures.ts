import { Failure, Invalid } from '../../../kit/failure.ts';

export const insufficientForDebit = (required: number, available: number): Failure =>
  new Failure('insufficient_funds', 402, 'Insufficient available funds. Money on hold cannot be used.', {
    details: { required, available },
  });

export const insufficientFunds = (required: number, available: number): Failure =>
  new Failure('insufficient_funds', 402, 'Insufficient funds for this order. Add funds or lower max_price.', {
    details: { required, available },
  });

export const unknownCurrency = (): Invalid =>
  new Invalid([{ loc: ['body', 'currency'], msg: 'Unknown currency', type: 'value_error' }]);
