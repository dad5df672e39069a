import { flag, text, type Values } from '../../command-line/define-command.ts'
import { FORMAT_OPTION } from '../format-option.ts'

export const ARGUMENTS = {
  folder: text('Folder that contains a folder for each wave [else the blackboard]'),
} as const

export const OPTIONS = {
  format: FORMAT_OPTION,
  check: flag(
    'List only invalid artifacts, with their violations; exit with 1 if there are any, else with 3 if the plan is not complete',
  ),
  serve: flag('Serve the artifacts and the memory as a web page on 127.0.0.1, updated when a file changes'),
  port: {
    type: 'number',
    describe: 'Port for --serve; 0 for any [else 7700, or any if it is in use]',
  },
  html: text('Write the page to this file'),
  editor: text(
    'With --serve or --html: files of findings are links that open vscode, cursor, zed or idea, or an address with {file} and {line}',
  ),
} as const

export type BoardValues = Values<typeof ARGUMENTS & typeof OPTIONS>
