const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

/**
 * Expects output that neither a terminal nor GitHub's runner obeys, except the annotations of `--format github`.
 * @param annotations the number of annotations
 */
export function expectPrintable(output: string, annotations = 0): void {
  const lines = output.split('\n')
  expect(lines.filter((line) => UNPRINTABLE.test(line))).toEqual([])
  // The runner ignores white space before `::`, and finds the older form anywhere in a line.
  expect(lines.filter((line) => line.includes('##['))).toEqual([])
  const commands = lines.filter((line) => line.trimStart().startsWith('::'))
  expect(commands.filter((line) => !/^::error [^:]*::[^\n]*$/.test(line))).toEqual([])
  expect(commands).toHaveLength(annotations)
}
