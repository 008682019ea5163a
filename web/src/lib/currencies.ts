const names = new Intl.DisplayNames('en', { type: 'currency' });

/** Common currencies. The API accepts all. */
export const currencyOptions = 'USD EUR GBP JPY CAD AUD CHF CNY CZK DKK HKD HUF INR KRW KWD MXN NOK NZD PLN SEK SGD'
  .split(' ')
  .map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }));
