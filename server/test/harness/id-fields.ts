import type { Contract, Operation } from './conforms.ts';

/** What an id field of a query or a body refers to, where its name does not say it. */
export const kindOfField: Record<string, string> = {
  retailer_credentials_id: 'short_id',
  payment_method: 'card_id',
  test_clock: 'clock_id',
  key_id: 'id',
  key_ids: 'id',
  order_ids: 'order_id',
  subject_id: 'order_id',
};
const idName = /(?:_ids?|^id|_clock|payment_method)$/;
/** Not ids of ours: a tax number and a store's number. */
const notIds = new Set(['tax_id', 'merchant_order_id']);

// biome-ignore lint/suspicious/noExplicitAny: tests walk the document as it comes.
function fieldNames(contract: Contract, schema: any): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, example: _, examples: __, ...rest } = schema;
  const referred = $ref ? fieldNames(contract, contract.document.components.schemas[$ref.split('/').pop()]) : [];
  return [
    ...Object.keys(rest.properties ?? {}),
    ...referred,
    ...Object.values(rest).flatMap((inner) => fieldNames(contract, inner)),
  ];
}

/** The fields of an operation that take ids of ours. */
export const idFieldsOf = (contract: Contract, { document }: Operation) => {
  const areIds = (names: string[]) => [...new Set(names)].filter((name) => idName.test(name) && !notIds.has(name));
  const parameters: { in: string; name: string }[] = document.parameters ?? [];
  return {
    query: areIds(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)),
    body: areIds(fieldNames(contract, document.requestBody?.content['application/json']?.schema)),
  };
};
