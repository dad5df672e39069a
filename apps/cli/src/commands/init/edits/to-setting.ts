import type { SettingsFile } from '@workbench/agents/install'

import { fileSetting } from './file-setting.ts'
import { jsonSetting } from './json-setting.ts'
import type { Setting } from './setting.ts'
import { tomlSetting } from './toml-setting.ts'

/** The edits of what an agent needs in one file. */
export function toSetting(settings: SettingsFile): Setting {
  if ('json' in settings) return jsonSetting(settings.file, settings.json)
  if ('table' in settings) return tomlSetting(settings.file, settings.table)
  return fileSetting(settings.file, settings.text)
}
