/** JSON text, and where in it each value and each member's name begins: offsets in UTF-16 code units, by JSON Pointer. */
export interface Written {
  readonly text: string
  readonly values: ReadonlyMap<string, number>
  readonly names: ReadonlyMap<string, number>
}

/**
 * Writes a JSON value with the given spaces between its tokens, in turn, and notes where everything stands.
 * A second way to find a place in a text, which shares nothing with the library.
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
        const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
        names.set(place, text.length)
        put(JSON.stringify(name))
        put(':')
        write(member, place)
      })
      put('}')
    } else {
      put(JSON.stringify(at))
    }
  }
}

/** Line and column of an offset, both from 1; LF, CR LF and CR end a line. */
export function positionIn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
