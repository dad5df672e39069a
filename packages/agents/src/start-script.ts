import { START_SCRIPT, type Installation } from './programs.ts'
import type { SettingsFile } from './settings.ts'

/**
 * The script that agents start. It is committed with the settings, so that it is also there in a clone or a worktree in which
 * the package is not installed. Empty if agents start a command on the path.
 */
export const startScript = ({ folder }: Installation): SettingsFile[] =>
  folder === undefined
    ? []
    : [{ file: START_SCRIPT, text: SCRIPT.replace('FOLDER', () => JSON.stringify(folder)) }]

/** In the syntax of Node 12: an old version tells what it needs. */
const SCRIPT = `// Starts a program of workbench: node .workbench/start.cjs hook, or mcp.
'use strict'
const { existsSync, readFileSync } = require('fs')
const { dirname, join, relative, resolve } = require('path')

const root = dirname(__dirname)
const [program] = process.argv.splice(2)
const file = [root, ...inMainWorktree()].map((folder) => join(folder, FOLDER, program + '.cjs')).find(existsSync)
if (file) require(file)
else if (program === 'hook') readEvent()
else fail(1)

/** The same folder in the main worktree of git, where the package can be installed. */
function inMainWorktree() {
  for (let top = root; top !== dirname(top); top = dirname(top)) {
    const git = join(top, '.git')
    if (!existsSync(git)) continue
    try {
      const [, folder] = /^gitdir: (.+)/.exec(readFileSync(git, 'utf8'))
      return [join(resolve(top, folder, '../../..'), relative(top, root))]
    } catch (error) {
      // It is a folder: this is the main worktree.
      return []
    }
  }
  return []
}

function problem() {
  const managers = { 'pnpm-lock.yaml': 'pnpm install', 'yarn.lock': 'yarn install', 'bun.lock': 'bun install' }
  const lock = Object.keys(managers).find((name) => existsSync(join(root, name)))
  return 'workbench: @workbench/cli is not installed here, so nothing was validated: run ' + (managers[lock] || 'npm ci')
}

function fail(status) {
  console.error(problem())
  process.exitCode = status
}

/** Some agents keep the stream open after the event. */
function readEvent() {
  let text = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('end', () => answer({}))
  process.stdin.on('data', (chunk) => {
    text += chunk
    let event
    try {
      event = JSON.parse(text)
    } catch (error) {
      return
    }
    process.stdin.removeAllListeners('end').destroy()
    answer(event)
  })
}

/** After a tool, the model is told in the form that its agent reads. Everything else goes on. */
function answer(event) {
  const name = event.hook_event_name || event.hookEventName || event.hookName || (event.toolResult ? 'after' : 'before')
  if (!/^(post|after|tool_result)/i.test(name)) return fail(process.env.COPILOT_CLI ? 0 : 1)
  const { COPILOT_CLI, QWEN_PROJECT_DIR } = process.env
  const readsOutput = COPILOT_CLI || QWEN_PROJECT_DIR || event.turn_id || 'clineVersion' in event || name === 'AfterTool'
  if (!readsOutput) return fail(2)
  const additionalContext = problem()
  const hookSpecificOutput = { hookEventName: name, additionalContext }
  console.log(JSON.stringify({ additionalContext, hookSpecificOutput, contextModification: additionalContext }))
}
`
