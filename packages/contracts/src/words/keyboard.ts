/** The rows of the keys, and how far each is shifted to the right. */
const ROWS = [
  ['qwertyuiop', 0],
  ['asdfghjkl', 0.25],
  ['zxcvbnm', 0.75],
] as const

const POSITIONS = new Map(
  ROWS.flatMap(([letters, shift], row) =>
    Array.from(letters, (letter, column) => [letter, { row, x: column + shift }] as const),
  ),
)

/** Whether one letter can be typed for another by mistake. Y and Z are exchanged on German keyboards. */
export function areAdjacentKeys(a: string, b: string): boolean {
  const from = POSITIONS.get(a)
  const to = POSITIONS.get(b)
  if (!from || !to) return false
  const distance = Math.abs(from.x - to.x)
  const isBeside = from.row === to.row ? distance === 1 : distance < 1 && Math.abs(from.row - to.row) === 1
  return isBeside || (/[yz]/.test(a) && /[yz]/.test(b))
}
