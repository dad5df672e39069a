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

interface ConfiguredCommand {
  readonly source: Source
  readonly command: string
  readonly args: readonly string[] | undefined
  readonly env: Readonly<Record<string, string>>
  /** Relative to the current directory of the agent. */
  readonly cwd: string | undefined
}

interface ConfiguredHook extends ConfiguredCommand {
  readonly events: readonly string[]
}

/** What is configured in one file. */
export interface Configuration {
  readonly source: Source
  readonly hooks: readonly ConfiguredHook[]
  readonly servers: readonly ConfiguredCommand[]
  /** Why the file cannot be read. */
  readonly problem?: string
}

/** Reads the hooks and servers of this program; undefined if there is no file. */
export function readConfiguration(source: Source, root: string): Configuration | undefined {
  if (!existsSync(source.file)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFile(source.file).bytes)
    const value = parseSource(source, text)
    return { source, hooks: hooksIn(value, source), servers: serversIn(value, source, root) }
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
function hooksIn(value: unknown, source: Source): ConfiguredHook[] {
  const found = new Map<string, ConfiguredHook>()
  for (const [event, groups] of Object.entries(memberOf(value, 'hooks') ?? {}))
    for (const hook of listOf(groups).flatMap((group) =>
      isObject(group) && 'hooks' in group ? listOf(group['hooks']) : [group],
    ))
      if (isOwn(hook, 'hook', source)) {
        const line = commandLineOf(hook)
        found.set(line, { ...commandIn(hook, source), events: [...(found.get(line)?.events ?? []), event] })
      }
  return [...found.values()]
}

/** Claude Code has the servers of a project also in the settings of the user. */
function serversIn(value: unknown, source: Source, root: string): ConfiguredCommand[] {
  if (source.servers === undefined) return []
  return [value, memberOf(memberOf(value, 'projects'), root)]
    .flatMap((holder) => Object.values(memberOf(holder, source.servers ?? '') ?? {}))
    .filter((server) => isOwn(server, 'mcp', source))
    .map((server) => commandIn(server, source))
}

const isOwn = (value: unknown, program: AgentProgram, { variables }: Source): boolean =>
  startsProgram(expand(commandLineOf(value), variables), program)

function commandIn(value: unknown, source: Source): ConfiguredCommand {
  const { command, args, env, cwd } = value as Readonly<Record<string, unknown>>
  const [program, ...first] = [command].flat().map(String)
  const hasArgs = Array.isArray(command) || Array.isArray(args)
  return {
    source,
    command: program ?? '',
    args: hasArgs ? [...first, ...listOf(args).map(String)] : undefined,
    env: Object.fromEntries(
      Object.entries(isObject(env) ? env : {}).map(([name, text]) => [name, String(text)]),
    ),
    cwd: typeof cwd === 'string' ? cwd : undefined,
  }
}

function memberOf(value: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const member = isObject(value) ? value[name] : undefined
  return isObject(member) ? member : undefined
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** The program that an agent starts, in the project's root. */
export function programOf(
  { source, command, args, env, cwd }: ConfiguredCommand,
  root: string,
  environment: CommandContext['env'],
): Program {
  const fill = (text: string) => expand(text, { ...environment, ...source.variables })
  return {
    // The shell replaces the variables of its own.
    command: args ? fill(command) : expand(command, source.variables),
    args: args?.map(fill),
    cwd: cwd === undefined ? root : resolve(root, fill(cwd)),
    env: {
      ...environment,
      ...source.variables,
      ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text)])),
    },
  }
}

/** Replaces `${NAME}` and `${NAME:-default}`. What is not known stays. */
const expand = (text: string, variables: CommandContext['env']): string =>
  text.replaceAll(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (whole, name: string, fallback: string | undefined) => variables[name] ?? fallback ?? whole,
  )
