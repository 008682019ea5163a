interface CredentialMaker {
  createCredential(given: { challenge: object }): Promise<string>;
}
export const Credential: { serialize(credential: object): string };
export const Method: { from(method: object): object; toClient(method: object, maker: CredentialMaker): object };
export const Mppx: { create(options: { methods: object[]; polyfill: boolean }): { fetch: typeof fetch } };
export const stripe: {
  charge(options: { paymentMethod: string; createToken(): Promise<string> }): object;
};
export const z: { object(fields: object): object; string(): object };
