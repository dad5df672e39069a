import type { SettingsFile } from '@workbench/agents/install'
import { digestOf } from '@workbench/workspace'

import { jsonSetting } from './json-setting.ts'
import { type Setting, SettingError } from './setting.ts'
import { tomlSetting } from './toml-setting.ts'

/** The edits of what an agent needs in one file. */
export function toSetting(settings: SettingsFile): Setting {
  if ('json' in settings) return jsonSetting(settings.file, settings.json)
  if ('toml' in settings) return tomlSetting(settings.file, settings.toml)
  return fileSetting(settings.file, settings.text)
}

/** A file that this program alone writes. The digest in its first line shows whether it was changed, in every version. */
const fileSetting = (file: string, content: string): Setting => {
  const mark = `${file.endsWith('.yml') ? '#' : '//'} Written by workbench init`
  const textOf = (rest: string) => `${mark}, SHA-256 of the next lines: ${digestOf(rest)}\n${rest}`
  const isUnchanged = (text: string): boolean => {
    const lines = text.replaceAll('\r\n', '\n')
    return lines === textOf(lines.replace(/.*\n/, ''))
  }
  return {
    file,
    add: (text) => {
      const own = textOf(content)
      if (text === undefined) return own
      // Another version may have written it.
      if (isUnchanged(text)) return text.replaceAll('\r\n', '\n') === own ? text : own
      if (text.includes(mark)) return text
      throw new SettingError('a file with this name and other content exists; delete or rename it')
    },
    remove: (text) => (isUnchanged(text) ? undefined : text),
    leftIn: (text) => (text.includes(mark) ? ['the file'] : []),
  }
}
