import { join } from 'node:path'

import type { HookAnswers } from '../answers.ts'
import { type Installation, START_SCRIPT } from '../programs.ts'
import type { SettingsFile } from '../settings.ts'
import { CORRECT, homeOf, initAgain, type Setup } from '../setup.ts'

/** The other events are sent to hooks whose output it does not read. */
const EVENTS = ['PreToolUse', 'PostToolUse'] as const

/** https://docs.cline.bot/customization/hooks */
export const answers: HookAnswers = {
  sends: (event) => 'clineVersion' in event,
  rejection: { before: cancellation, after: context, stop: context },
  context,
  readsStart: false,
}

function cancellation(errorMessage: string): object {
  return { cancel: true, errorMessage }
}

function context(contextModification: string): object {
  return { cancel: false, contextModification }
}

/** https://docs.cline.bot/customization/hooks; the hooks of a project are files with the names of events. */
export const setup: Setup = {
  title: 'Cline',
  markers: ['.cline', '.clinerules'],
  program: 'cline',
  findsRoot: true,
  settings: ({ installation }) => EVENTS.map((event) => hookFile(event, installation)),
  sources: ({ root, env }) => {
    const settings = join(homeOf(env), '.cline', 'data', 'settings', 'cline_mcp_settings.json')
    const byInit = { variables: {}, fix: initAgain('cline') }
    return [
      { ...byInit, file: join(root, fileOf('PostToolUse')), runsHookAt: 'PostToolUse' },
      { variables: {}, fix: CORRECT, file: settings, servers: 'mcpServers' },
    ]
  },
  afterWrite: {
    event: 'PostToolUse',
    members: (file) => ({
      clineVersion: '',
      hookName: 'tool_result',
      tool_result: { id: 'doctor' },
      postToolUse: { toolName: 'editor', parameters: { path: file, new_text: '' } },
    }),
  },
  addServer: 'cline mcp install workbench -- npx --no workbench mcp',
}

const fileOf = (event: (typeof EVENTS)[number]): string => `.cline/hooks/${event}.cjs`

/** In the syntax of Node 12. */
function hookFile(
  event: (typeof EVENTS)[number],
  { folder, command = 'workbench' }: Installation,
): SettingsFile {
  const hook = folder === undefined ? [...command.split(' '), 'hook'] : ['node', START_SCRIPT, 'hook']
  const run =
    folder === undefined
      ? `process.exitCode = require('child_process').spawnSync(hook.join(' '), { shell: true, stdio: 'inherit' }).status`
      : `process.argv = hook\nrequire('../../${START_SCRIPT}')`
  const content = `// Runs the workbench hook, which validates artifacts.\nconst hook = ${JSON.stringify(hook)}\n${run}\n`
  return { file: fileOf(event), text: { comment: '//', content } }
}
