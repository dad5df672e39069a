import type { OwnText, SettingsFile } from '@workbench/agents/install'

import { jsonSetting } from './json-setting.ts'
import { type Setting, SettingError } from './setting.ts'
import { tomlSetting } from './toml-setting.ts'

/** The edits of what an agent needs in one file. */
export function toSetting(settings: SettingsFile): Setting {
  if ('json' in settings) return jsonSetting(settings.file, settings.json)
  if ('table' in settings) return tomlSetting(settings.file, settings.table)
  return fileSetting(settings.file, settings.text)
}

/** A file that this program alone writes. */
const fileSetting = (file: string, { content, variable }: OwnText): Setting => {
  const isOwn = (text: string) => content.split(variable).every((part) => text.includes(part))
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
