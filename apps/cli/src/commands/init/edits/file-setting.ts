import { type Setting, SettingError } from './setting.ts'

/** A file of its own. `version` is the part of its content that differs between versions of this program. */
export const fileSetting = (file: string, content: string, version: string): Setting => {
  const isOwn = (text: string) => content.split(version).every((part) => text.includes(part))
  return {
    file,
    add: (text) => {
      if (text === undefined) return content
      if (isOwn(text)) return text
      throw new SettingError('a file with this name and other content exists; delete or rename it')
    },
    remove: (text) => (isOwn(text) ? undefined : text),
  }
}
