import type { Action, ModelRequest, Protocol, ToolCall } from '../model/protocol.ts'

/** A coding agent, as the tests install and start it. */
export interface Agent {
  readonly name: string
  readonly version: string
  /** The packages to install, with their exact versions. */
  readonly packages: readonly string[]
  readonly protocol: Protocol
  /** Files of the agent in an empty home, by path. */
  readonly files?: Readonly<Record<string, object>>
  /** The documented command that sets it up, for the table. */
  readonly installedBy: string
  /** Installs the plugin into an empty home with the agent's own commands. */
  readonly setUp: (installation: Installation) => readonly Command[]
  /** The command that sets up a new project; without it, the plugin in the home is enough. */
  readonly setUpProject?: (project: string) => Command
  /** The command that starts the agent on a task, without a terminal. */
  readonly start: (task: string, environment: RunEnvironment) => Command
  readonly tools: AgentTools
  /** What the agent is not told, with the reason. */
  readonly limits?: Readonly<Record<string, string>>
}

/** Where an agent and its plugin are installed. */
export interface Installation {
  /** The folder with the agent's `node_modules`. */
  readonly folder: string
  readonly home: string
  /** The tree of the plugin for this agent. */
  readonly plugin: (tree: string) => string
}

/** What one run of an agent uses. */
interface RunEnvironment extends Installation {
  readonly project: string
  /** The address of the scripted model. */
  readonly model: string
}

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The calls of the agent's tools, as its model writes them. */
export interface AgentTools {
  readonly write: (path: string, content: string) => ToolCall
  readonly shell: (command: string) => ToolCall
  /** A tool of the plugin. */
  readonly pluginTool: (name: string, input: object) => ToolCall
  /** Loads a tool of the plugin if the agent did not offer it at once. Undefined if it offers all tools. */
  readonly find?: (name: string) => ToolCall
  /** Gives a task to a subagent, and waits for it. */
  readonly delegate: (task: string) => Generator<Action, ModelRequest, ModelRequest>
  /** The last action of a subagent, if a text does not end it. */
  readonly finishSubagent?: ToolCall
}
