import { join } from 'node:path'

import { type Agent, homeOf } from '../agent.ts'
import { type Installation, START_SCRIPT } from '../programs.ts'

const SERVERS = '.cline/data/settings/cline_mcp_settings.json'

const context = (contextModification: string) => ({ cancel: false, contextModification })

/** https://docs.cline.bot/customization/hooks; the hooks of a project are files with the names of events. */
export const cline: Agent = {
  title: 'Cline',
  markers: ['.cline', '.clinerules'],
  program: 'cline',
  answers: {
    sends: (event) => 'clineVersion' in event,
    rejection: { before: (errorMessage) => ({ cancel: true, errorMessage }), after: context, stop: context },
    context,
    readsStart: false,
  },
  findsRoot: true,
  settings: ({ installation }) => {
    const text = hookProgram(installation)
    return [
      { file: '.cline/hooks/PreToolUse.cjs', text },
      { file: '.cline/hooks/PostToolUse.cjs', text, runsHookAt: 'PostToolUse' },
    ]
  },
  otherSources: ({ env }) => [{ file: join(homeOf(env), SERVERS), servers: 'mcpServers' }],
  afterWrite: (file) => ({
    clineVersion: '',
    hookName: 'tool_result',
    tool_result: { id: 'doctor' },
    postToolUse: { toolName: 'editor', parameters: { path: file, new_text: '' } },
  }),
  addServer: 'cline mcp install workbench -- npx --no workbench mcp',
}

/** In the syntax of Node 12. Cline sends other events to hooks whose output it does not read. */
function hookProgram({ folder, command = 'workbench' }: Installation): string {
  const hook = folder === undefined ? [...command.split(' '), 'hook'] : ['node', START_SCRIPT, 'hook']
  const run =
    folder === undefined
      ? `process.exitCode = require('child_process').spawnSync(hook.join(' '), { shell: true, stdio: 'inherit' }).status`
      : `process.argv = hook\nrequire('../../${START_SCRIPT}')`
  return `// Runs the workbench hook, which validates artifacts.\nconst hook = ${JSON.stringify(hook)}\n${run}\n`
}
