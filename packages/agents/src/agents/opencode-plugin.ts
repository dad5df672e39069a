import { type Installation, serverCommand } from '../programs.ts'

/** A plugin of OpenCode that sends the events of Claude Code to the hook, and the answers to the model. */
export function opencodePlugin(installation: Installation): string {
  const { command, args } = serverCommand(installation)
  const hook = JSON.stringify([command, ...args.slice(0, -1), 'hook'])
  return PLUGIN.replace('HOOK_COMMAND', () => hook)
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
  const parents = new Map()
  const membersOf = (id) =>
    parents.has(id) ? { session_id: parents.get(id), agent_id: id } : { session_id: id }
  const toolEvent = (name, { tool, sessionID, callID }, args) => ({
    ...membersOf(sessionID),
    hook_event_name: name,
    tool_use_id: callID,
    tool_name: tool,
    tool_input: args,
  })
  return {
    'experimental.chat.system.transform': async ({ sessionID }, output) => {
      const name = parents.has(sessionID) ? 'SubagentStart' : 'SessionStart'
      const event = { ...membersOf(sessionID), hook_event_name: name }
      if (!facts.has(sessionID)) facts.set(sessionID, await send(event, directory))
      const { text } = facts.get(sessionID)
      if (text) output.system.push(text)
    },
    'tool.execute.before': async (call, { args }) => {
      const { isRejected, text } = await send(toolEvent('PreToolUse', call, args), directory)
      if (isRejected) throw new Error(text)
    },
    'tool.execute.after': async (call, output) => {
      const { text } = await send(toolEvent('PostToolUse', call, call.args), directory)
      if (text) output.output += '\\n\\n' + text
    },
    event: async ({ event: { type, properties } }) => {
      const { id: created, parentID } = properties.info ?? {}
      if (type === 'session.created' && parentID) parents.set(created, parents.get(parentID) ?? parentID)
      if (type !== 'session.idle' || parents.has(properties.sessionID)) return
      const id = properties.sessionID
      const event = { ...membersOf(id), hook_event_name: 'Stop', stop_hook_active: held.has(id) }
      const { isRejected, text } = await send(event, directory)
      if (!isRejected) return held.delete(id)
      held.add(id)
      await client.session.promptAsync({ path: { id }, body: { parts: [{ type: 'text', text }] } })
    },
  }
}
`
