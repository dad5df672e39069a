/** JSON text with the offsets, in UTF-16 code units, of each value and each member name, by JSON Pointer. */
interface Written {
  readonly text: string
  readonly values: ReadonlyMap<string, number>
  readonly names: ReadonlyMap<string, number>
}

/**
 * Serializes a JSON value with whitespace between its tokens, cycling through `spaces`, and records the offset of each
 * value and member name. Independent of the library, so that tests can verify the locations that it reports.
 */
export function writeJson(value: unknown, spaces: readonly string[]): Written {
  const values = new Map<string, number>()
  const names = new Map<string, number>()
  let text = ''
  let turn = 0
  put('')
  write(value, '')
  put('')
  return { text, values, names }

  function put(token: string): void {
    text += token + (spaces[turn++ % spaces.length] ?? '')
  }

  function write(at: unknown, pointer: string): void {
    values.set(pointer, text.length)
    if (Array.isArray(at)) {
      put('[')
      at.forEach((item, index) => {
        if (index > 0) put(',')
        write(item, `${pointer}/${index}`)
      })
      put(']')
    } else if (typeof at === 'object' && at !== null) {
      put('{')
      Object.entries(at).forEach(([name, member], index) => {
        if (index > 0) put(',')
        const memberPointer = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
        names.set(memberPointer, text.length)
        put(JSON.stringify(name))
        put(':')
        write(member, memberPointer)
      })
      put('}')
    } else {
      put(JSON.stringify(at))
    }
  }
}

/** Line and column of an offset, both 1-based. LF, CR LF and CR are line breaks. */
export function positionIn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
