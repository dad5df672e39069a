/** What `workbench init` adds to one file. */
export interface Setting {
  /** Path relative to the project's root, with slashes. */
  readonly file: string
  /**
   * The text of the file with the addition; the same text if it is there already.
   * @param text undefined if there is no file
   * @throws {SettingError}
   */
  readonly add: (text: string | undefined) => string
  /**
   * The text without what `add` added, byte for byte; undefined if nothing is left of a file that `add` created. What a
   * user has changed since then stays.
   * @throws {SettingError}
   */
  readonly remove: (text: string) => string | undefined
  /** The names of entries that `remove` has left in a text, although they do the same as those that `add` adds. */
  readonly leftIn: (text: string) => readonly string[]
}

/** The first line end of a text. */
export const eolOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n'

/** A file that cannot be changed safely. The message can follow `<file>: `. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}
