import type { OwnText } from '@workbench/agents/install'

import { type Setting, SettingError } from './setting.ts'

/** A file that this program alone writes. */
export const fileSetting = (file: string, { content, variable }: OwnText): Setting => {
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
