export const cardLabel = ({ brand, last4 }: { brand: string; last4: string }): string => `${brand} ending in ${last4}`;
