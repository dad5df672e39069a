import type { Scripts } from '../model/scripted-model.ts'
import type { Message, ModelRequest } from '../model/protocol.ts'
import type { AgentTools } from '../programs/agent.ts'

/** A conversation of a real agent with a scripted model. */
export interface Scenario {
  readonly name: string
  /** The column of the table with the first check; without one, the scenario is not in the table. */
  readonly column?: string
  /** The check of a scenario that is left out if the agent is known not to be told it. */
  readonly only?: { readonly what: string; readonly event: string }
  /** Where the agent is started, if not in the root of the project. */
  readonly startIn?: 'subfolder' | 'worktree'
  readonly scripts: (context: ScenarioContext) => Scripts
}

/** What a script uses. */
interface ScenarioContext {
  readonly tools: AgentTools
  /** The root of the project, or of the worktree. */
  readonly project: string
  readonly report: Report
}

/** The names of the scripts for the agent and its subagent: the tasks that they get. */
export const MAIN = 'Do the main task.'
export const SUBAGENT = 'Do the task of the reviewer.'

/** A file of the blackboard. */
export const ARTIFACT = '.workbench/blackboard/w1/auditor.json'

/** The moments at which an agent can be told something. */
export const START = 'at the start'
export const BEFORE_TOOL = 'before a tool'
export const AFTER_TOOL = 'after a tool'
export const RESULT = 'result of a tool'
export const STOP = 'the agent stops'
export const SUBAGENT_START = 'a subagent starts'
export const SUBAGENT_STOP = 'a subagent stops'

export interface Check {
  /** What the agent must be told. */
  readonly what: string
  /** The moment, in words that fit every agent. */
  readonly event: string
  /** Where the model found it; undefined if it was not told. */
  readonly channel: string | undefined
  /** Why it was not told, if that is known. */
  readonly limit?: string
}

/** Collects what arrived at the model. */
export class Report {
  readonly checks: Check[] = []
  readonly problems: string[] = []
  readonly #limits: Readonly<Record<string, string>>

  constructor(limits: Readonly<Record<string, string>> = {}) {
    this.#limits = limits
  }

  /** One message must contain all of the parts. */
  delivered(what: string, event: string, { messages }: ModelRequest, parts: readonly string[]): void {
    const found = messages.find(({ text }) => parts.every((part) => contains(text, part)))
    const limit = this.#limits[what]
    if (limit !== undefined) {
      this.checks.push({ what, event, channel: undefined, limit })
      this.require(`${what}: is told now; remove it from the limits`, !found)
      return
    }
    this.checks.push({ what, event, channel: found?.channel })
    if (found) return
    const missing = parts.filter((part) => !messages.some(({ text }) => contains(text, part)))
    this.problems.push(
      `${what}: not told ${JSON.stringify(missing.slice(0, 3))}; received\n${format(messages)}`,
    )
  }

  /** No message may come from the hook. */
  silent(what: string, event: string, { messages }: ModelRequest): void {
    const found = messages.find(({ text }) => text.includes('workbench: '))
    this.checks.push({ what, event, channel: found ? undefined : 'nothing' })
    if (found) this.problems.push(`${what}: expected no message; received\n${format(messages)}`)
  }

  require(what: string, isTrue: boolean): void {
    if (!isTrue) this.problems.push(what)
  }
}

/** Some agents send a result as JSON text, even in JSON text: escapes do not count. */
const contains = (text: string, part: string): boolean => unescaped(text).includes(unescaped(part))

const unescaped = (text: string): string => text.replaceAll('\\', '')

const format = (messages: readonly Message[]): string =>
  messages.map(({ channel, text }) => `  ${channel}: ${text.slice(0, 600)}`).join('\n')
