const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

export const cardLabel = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brandNames[brand] ?? brand} ending in ${last4}`;
