import { type Installation, serverCommand } from '../programs.ts'
import type { OwnText } from '../settings.ts'

/** A plugin of OpenCode that sends the events of Claude Code to the hook, and the answers to the model. */
export function opencodePlugin(installation: Installation): OwnText {
  const { command, args } = serverCommand(installation)
  const hook = JSON.stringify([command, ...args.slice(0, -1), 'hook'])
  return { comment: '//', content: PLUGIN.replace('HOOK_COMMAND', () => hook) }
}

const PLUGIN = `import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Runs the workbench hook, which validates artifacts.
const hook = HOOK_COMMAND
const root = fileURLToPath(new URL('../..', import.meta.url))

/** What the hook tells the model, and whether it rejects something. */
const send = (event, cwd) =>
  new Promise((resolve) => {
    const [program, ...args] = hook
    const child = spawn(program, args, { cwd: root, stdio: 'pipe', timeout: 30_000 })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr']) child[name].on('data', (text) => (output[name] += text))
    child.stdin.on('error', () => undefined)
    child.on('error', (error) => resolve({ isRejected: false, text: 'workbench: the hook failed: ' + error.message }))
    child.on('close', (status) => {
      if (status !== 0) return resolve({ isRejected: status !== 1, text: output.stderr || 'workbench: the hook failed' })
      resolve({ isRejected: false, text: output.stdout && contextIn(output.stdout) })
    })
    child.stdin.end(JSON.stringify({ client: 'opencode', cwd, ...event }))
  })

const contextIn = (json) => JSON.parse(json).hookSpecificOutput?.additionalContext ?? ''

export const WorkbenchPlugin = async ({ client, directory }) => {
  const facts = new Map()
  const held = new Set()
  const subagents = new Set()
  return {
    'experimental.chat.system.transform': async ({ sessionID }, output) => {
      if (!facts.has(sessionID)) facts.set(sessionID, await send({ hook_event_name: 'SessionStart' }, directory))
      const { text } = facts.get(sessionID)
      if (text) output.system.push(text)
    },
    'tool.execute.before': async ({ tool }, { args }) => {
      const event = { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: args }
      const { isRejected, text } = await send(event, directory)
      if (isRejected) throw new Error(text)
    },
    'tool.execute.after': async ({ tool, args }, output) => {
      const event = { hook_event_name: 'PostToolUse', tool_name: tool, tool_input: args }
      const { text } = await send(event, directory)
      if (text) output.output += '\\n\\n' + text
    },
    event: async ({ event: { type, properties } }) => {
      if (type === 'session.created' && properties.info.parentID) subagents.add(properties.info.id)
      if (type !== 'session.idle' || subagents.has(properties.sessionID)) return
      const id = properties.sessionID
      const event = { hook_event_name: 'Stop', stop_hook_active: held.has(id) }
      const { isRejected, text } = await send(event, directory)
      if (!isRejected) return held.delete(id)
      held.add(id)
      await client.session.promptAsync({ path: { id }, body: { parts: [{ type: 'text', text }] } })
    },
  }
}
`
