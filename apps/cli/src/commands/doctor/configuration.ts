import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import { type AgentProgram, commandLineOf, type Source, startsProgram } from '@workbench/agents/install'
import { isObject, UnreadableFileError } from '@workbench/contracts'
import { isSystemError, readFile } from '@workbench/contracts/internal'
import { parse as parseToml } from 'smol-toml'
import { getNodeValue } from 'jsonc-parser'

import type { CommandContext } from '../../context.ts'
import { parseJson } from '../init/edits/json-tree.ts'
import type { Program } from './run-program.ts'

/** Where the agents run. */
export interface Project {
  readonly root: string
  readonly env: CommandContext['env']
}

type JsonObject = Readonly<Record<string, unknown>>

interface ConfiguredHook {
  readonly program: Program
  readonly events: readonly string[]
}

/** What is configured in one file. */
export interface Configuration {
  readonly source: Source
  readonly hooks: readonly ConfiguredHook[]
  readonly servers: readonly Program[]
  /** Why the file cannot be read. */
  readonly problem?: string
}

/** Reads the hooks and servers of this program; undefined if there is no file. */
export function readConfiguration(source: Source, project: Project): Configuration | undefined {
  if (!existsSync(source.file)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFile(source.file).bytes)
    const value = parseSource(source, text)
    return { source, hooks: hooksIn(value, source, project), servers: serversIn(value, source, project) }
  } catch (error) {
    if (!(error instanceof Error) || isSystemError(error)) throw error
    const problem = error instanceof UnreadableFileError ? error.message : error.message.split('\n')[0]
    return { source, hooks: [], servers: [], problem: problem ?? '' }
  }
}

function parseSource({ file, runsHookAt }: Source, text: string): unknown {
  if (runsHookAt === undefined)
    return file.endsWith('.toml') ? parseToml(text) : getNodeValue(parseJson(text))
  const [, json = '[]'] = /^const hook = (\[.*\])$/m.exec(text) ?? []
  const [command, ...args] = JSON.parse(json) as string[]
  return { hooks: { [runsHookAt]: [{ command, args }] } }
}

/** Each command once, with all its events. */
function hooksIn(value: unknown, source: Source, project: Project): ConfiguredHook[] {
  const found = new Map<string, ConfiguredHook>()
  for (const [event, groups] of Object.entries(memberOf(value, 'hooks') ?? {}))
    for (const hook of listOf(groups).flatMap((group) =>
      isObject(group) && 'hooks' in group ? listOf(group['hooks']) : [group],
    ))
      if (isOwn(hook, 'hook', source)) {
        const line = commandLineOf(hook).replace(/ \|\| exit \d$/, '')
        const events = [...(found.get(line)?.events ?? []), event]
        found.set(line, { program: programIn(hook, source, project), events })
      }
  return [...found.values()]
}

/** Claude Code has the servers of a project also in the settings of the user. */
function serversIn(value: unknown, source: Source, project: Project): Program[] {
  if (source.servers === undefined) return []
  return [value, memberOf(memberOf(value, 'projects'), project.root)]
    .flatMap((holder) => Object.values(memberOf(holder, source.servers ?? '') ?? {}))
    .filter((server) => isOwn(server, 'mcp', source))
    .map((server) => programIn({ ...server, args: listOf(server['args']) }, source, project))
}

const isOwn = (value: unknown, program: AgentProgram, { variables }: Source): value is JsonObject =>
  startsProgram(expand(commandLineOf(value), variables), program)

/** The program that an agent starts, in the project's root. Without a list of arguments, it is a command of the shell. */
function programIn(value: JsonObject, { variables }: Source, project: Project): Program {
  const { command, args, cwd } = value
  const environment = { ...project.env, ...variables }
  const fill = (text: unknown) => expand(String(text), environment)
  const [program = '', ...first] = [command].flat().map(String)
  const hasArgs = Array.isArray(command) || Array.isArray(args)
  const own = Object.entries(memberOf(value, 'env') ?? {}).map(([name, text]) => [name, fill(text)] as const)
  // The shell replaces the variables of its own.
  const words = hasArgs ? [program, ...first, ...listOf(args)].map(fill) : [expand(program, variables)]
  const folder = typeof cwd === 'string' ? resolve(project.root, fill(cwd)) : project.root
  return {
    text: [...own.map((variable) => variable.join('=')), ...words, ...(cwd ? [`(in ${folder})`] : [])].join(
      ' ',
    ),
    command: words[0] ?? '',
    args: hasArgs ? words.slice(1) : undefined,
    cwd: folder,
    env: { ...environment, ...Object.fromEntries(own) },
  }
}

function memberOf(value: unknown, name: string): JsonObject | undefined {
  const member = isObject(value) ? value[name] : undefined
  return isObject(member) ? member : undefined
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** Replaces `${NAME}` and `${NAME:-default}`. What is not known stays. */
const expand = (text: string, variables: CommandContext['env']): string =>
  text.replaceAll(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (whole, name: string, fallback: string | undefined) => variables[name] ?? fallback ?? whole,
  )
