import { fieldsOf, listOf } from '../server/src/kit/fields.ts';

const order = '{ __typename ... on Order { code state totalWithTax } ... on ErrorResult { message } }';
const address = `{ fullName: "Jane Doe", streetLine1: "1 Market St", city: "San Francisco", province: "CA",
  postalCode: "94105", countryCode: "US" }`;

/** Buys as a guest, one request per step, like a storefront. Returns the final order. */
export async function buyAtVendure(url: string, email: string): Promise<string> {
  let token = '';
  async function ask(query: string): Promise<{ [name: string]: unknown }> {
    const response = await fetch(`${url}/shop-api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query }),
    });
    token = response.headers.get('vendure-auth-token') ?? token;
    const { data, errors } = fieldsOf(await response.json());
    if (errors) throw new Error(JSON.stringify(errors));
    return fieldsOf(data);
  }
  const { product } = await ask('{ product(slug: "clacky-keyboard") { variants { id } } }');
  const firstOf = (list: unknown): unknown => fieldsOf(listOf(list)[0]).id;
  await ask(
    `mutation { addItemToOrder(productVariantId: "${firstOf(fieldsOf(product).variants)}", quantity: 1) ${order} }`,
  );
  await ask(
    `mutation { setCustomerForOrder(input: { firstName: "Jane", lastName: "Doe", emailAddress: "${email}" }) ${order} }`,
  );
  await ask(`mutation { setOrderShippingAddress(input: ${address}) ${order} }`);
  await ask(`mutation { setOrderBillingAddress(input: ${address}) ${order} }`);
  const ways = await ask('{ eligibleShippingMethods { id } }');
  await ask(
    `mutation { setOrderShippingMethod(shippingMethodId: ["${firstOf(ways.eligibleShippingMethods)}"]) ${order} }`,
  );
  await ask('{ eligiblePaymentMethods { code isEligible } }');
  await ask(`mutation { transitionOrderToState(state: "ArrangingPayment") ${order} }`);
  const paid = JSON.stringify(
    await ask(`mutation { addPaymentToOrder(input: { method: "cash-on-delivery", metadata: {} }) ${order} }`),
  );
  if (!paid.includes('PaymentAuthorized')) throw new Error(paid);
  return paid;
}
