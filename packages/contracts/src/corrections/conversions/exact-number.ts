/** Whether the number is the same after `JSON.parse` and `JSON.stringify`, in every JSON reader. */
export function isExact(literal: string): boolean {
  const value = Number(literal)
  if (!Number.isFinite(value)) return false
  // RFC 8259, section 6: readers agree only on integers in this range.
  if (/^-?\d+$/.test(literal)) return Number.isSafeInteger(value)
  return decimal(literal) === decimal(String(value))
}

/** A number as its significant digits and a power of ten, the same for `1.50`, `15e-1` and `0.15e1`. */
function decimal(literal: string): string {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  const digits = (integer + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
