/**
 * Whether a number is an exact value, rounded: to its own decimals, or, if it is an integer that ends with zeros, to these,
 * but by no more than one percent.
 */
export function isRounded(value: number, exact: number): boolean {
  const error = Math.abs(value - exact)
  const zeros = /0*$/.exec(String(value))?.[0].length ?? 0
  const coarse = zeros > 0 ? Math.min(10 ** zeros / 2, Math.abs(exact) / 100) : 0
  // The product of two decimal fractions is not exact either.
  return error <= Math.max(10 ** -decimalsOf(value) / 2, coarse) + Math.abs(exact) * 1e-9
}

/** Numbers that are written with an exponent have none that matter here. */
const decimalsOf = (value: number): number => /(?<=\.)\d+$/.exec(String(value))?.[0].length ?? 0

/** A number for a message, without the digits of floating-point errors. */
export const formatNumber = (value: number): string => String(Number(value.toPrecision(12)))
