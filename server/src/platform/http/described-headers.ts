/** Common response headers, as described in the OpenAPI document. */
export const commonHeaders = {
  RequestId: {
    description: 'ID of this request: yours if you sent one, otherwise a new one. Include it when you contact support.',
    schema: { type: 'string', examples: ['0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52'] },
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 0, examples: [2] },
  },
};

const refTo = (name: keyof typeof commonHeaders) => ({ $ref: `#/components/headers/${name}` });

export const headersOf = (status: string): Record<string, unknown> => ({
  'x-request-id': refTo('RequestId'),
  ...(status === '429' || status === '503' ? { 'retry-after': refTo('RetryAfter') } : {}),
});
