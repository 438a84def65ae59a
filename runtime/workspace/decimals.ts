// Decimal numbers as they were written: how many decimals an amount has, how many its currency goes to, and exact sums.

/** How many decimals amounts in this currency have: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  const code = currency.toUpperCase();
  if (NONE.has(code)) return 0;
  return THREE.has(code) ? 3 : 2;
}

/** The most that any currency has. */
export const MOST_DECIMALS = 3;

const NONE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));
const THREE = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** Whether the text is a currency's code, and no field's name. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

/** Decimals of a plain decimal number; undefined where it is too large or too small to be written as one. */
export function decimalPlaces(value: number): number | undefined {
  return /^-?\d+(?:\.(\d+))?$/.exec(String(value))?.[1]?.length ?? (Number.isInteger(value) && Math.abs(value) < 1e21 ? 0 : undefined);
}

/** Adds numbers as the decimals they were written as: 0.1 + 0.2 is 0.3. */
export function sumDecimals(values: readonly number[]): number {
  const parts = values.map((value) => /^(-?)(\d+)(?:\.(\d+))?$/.exec(value.toString()));
  if (parts.some((part) => part === null)) return values.reduce((a, b) => a + b, 0);
  const places = Math.max(0, ...parts.map((part) => part?.[3]?.length ?? 0));
  const total = parts.reduce((sum, part) => {
    const [, sign = '', whole = '0', fraction = ''] = part ?? [];
    return sum + BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`);
  }, 0n);
  return Number(`${total}e-${places}`);
}
