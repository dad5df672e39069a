import { join } from 'node:path'

import { type Agent, AGENTS, type Installation, startScript } from '@workbench/agents/install'
import { escapeText } from '@workbench/contracts'
import { findProjectRoot, writeFiles } from '@workbench/workspace'

import manifest from '../../../package.json' with { type: 'json' }
import type { CommandContext } from '../../context.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { diffOf } from '../../output/diff.ts'
import { writeError, writeText } from '../../output/write.ts'
import { detectAgents } from './detect-agents.ts'
import { preCommitSetting } from './edits/pre-commit-setting.ts'
import { type Setting, SettingError } from './edits/setting.ts'
import { toSetting } from './edits/to-setting.ts'
import { gitSettings } from './git-settings.ts'
import { findInstallation } from './installation.ts'
import { withoutPackageManager } from './package-manager.ts'
import { deleteEmptyFolders, readProjectFile } from './project-files.ts'
import { githubWorkflow } from './github-workflow.ts'
import { findLockFile } from './lock-file.ts'

interface InitRequest {
  /** Undefined for those that are found. */
  readonly agents: readonly string[] | undefined
  readonly preCommit: boolean
  readonly ci: 'github' | undefined
  readonly write: boolean
  readonly undo: boolean
}

/**
 * Writes what changes if that is requested, and prints it. Writes nothing if one file cannot be changed or written. Returns
 * 2 if `--undo` leaves something.
 * @throws {CannotRun | WorkingAreaError}
 */
export function init(request: InitRequest, { cwd, env: ownEnv, stdout, stderr }: CommandContext): ExitStatus {
  const env = withoutPackageManager(ownEnv)
  const root = findProjectRoot({ env, cwd })
  const agents = chosenAgents(request, root, env)
  const installation = request.undo ? ANY_INSTALLATION : findInstallation(root, cwd)
  const names = request.undo ? [] : agents.map(({ name }) => name)
  const project = { installation, root, agents: names }
  const settings = [
    ...agents.flatMap((agent) => agent.settings(project).map(toSetting)),
    ...otherSettings(request, installation, root),
    // Another agent may need them.
    ...(request.undo && request.agents !== undefined ? [] : areaSettings(root, installation)),
  ]
  const plans = planChanges(withoutRepeated(settings), request.undo, root)
  const changes = plans.filter(({ before, after }) => before !== after)
  if (request.write) writeChanges(root, changes)
  const print = (line: string) => writeText(stdout, `${line}\n`)
  if (root !== cwd) print(`in ${escapeText(root)}:`)
  for (const { file, before = '', after = '' } of changes)
    for (const line of diffOf(file, before, after)) print(escapeText(line))
  const done = request.write ? 'was' : 'would be'
  for (const { file, before, after } of changes)
    print(`${file} ${done} ${before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed'}`)
  if (changes.length === 0) print('nothing to change')
  else if (!request.write) print('run the command with --write')
  else if (!request.undo) for (const step of nextSteps(agents, root, cwd)) print(escapeText(step))
  const left = plans.flatMap(({ file, left: names }) => names.map((name) => `${file} keeps ${name}`))
  for (const entry of left)
    writeError(stderr, `${entry}: it is not as init has written it; delete it by hand`)
  return left.length > 0 ? 2 : 0
}

/** What `--undo` removes does not depend on how agents start the programs. With a folder, it is the most. */
const ANY_INSTALLATION: Installation = { folder: 'node_modules/@workbench/cli/dist/package' }

function chosenAgents(
  { agents, undo, preCommit, ci }: InitRequest,
  root: string,
  env: CommandContext['env'],
): readonly Agent[] {
  if (agents) return AGENTS.filter(({ name }) => agents.includes(name))
  if (undo) return AGENTS
  const found = detectAgents(root, env)
  if (found.length > 0 || preCommit || ci) return found
  throw new CannotRun(
    `Found none of ${AGENTS.map(({ title }) => title).join(', ')}; name one with --agent (${AGENTS.map(({ name }) => name).join(', ')})`,
  )
}

const areaSettings = (root: string, installation: Installation): Setting[] => [
  ...startScript(installation).map(toSetting),
  ...gitSettings(root),
]

/** `--undo` without agents removes everything. */
function otherSettings(
  { agents, preCommit, ci, undo }: InitRequest,
  { command = 'workbench' }: Installation,
  root: string,
): Setting[] {
  const isAll = undo && agents === undefined
  return [
    ...(preCommit || isAll ? [preCommitSetting(command)] : []),
    ...(ci || isAll
      ? [toSetting(githubWorkflow(manifest.version, undo ? undefined : findLockFile(root)))]
      : []),
  ]
}

/** VS Code and Copilot CLI share a file, and need the same in it. */
const withoutRepeated = (settings: readonly Setting[]): readonly Setting[] => [
  ...new Map(settings.map((setting) => [setting.file, setting])).values(),
]

/** The files with their texts before and after; undefined for one that does not exist. */
function planChanges(settings: readonly Setting[], undo: boolean, root: string) {
  return settings.flatMap(({ file, add, remove, leftIn }) => {
    try {
      const before = readProjectFile(root, file)
      if (undo && before === undefined) return []
      const after = undo ? remove(before ?? '') : add(before)
      return [{ file, before, after, left: undo && after !== undefined ? leftIn(after) : [] }]
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      const [reason = '', ...details] = error.message.split('\n')
      throw new CannotRun(`Cannot change ${file}: ${reason}`, details)
    }
  })
}

function writeChanges(root: string, changes: ReturnType<typeof planChanges>): void {
  const files = changes.map(({ file, before, after }) => ({
    path: join(root, file),
    text: after,
    before: before === undefined ? null : Buffer.from(before),
  }))
  writeFiles(root, files)
  for (const { file, after } of changes) if (after === undefined) deleteEmptyFolders(root, file)
}

const nextSteps = (agents: readonly Agent[], root: string, cwd: string): string[] => [
  ...agents.flatMap(({ title, findsRoot = false }) =>
    findsRoot || root === cwd
      ? []
      : `Start ${title} in ${root}: it does not read these settings in a folder below`,
  ),
  ...agents.flatMap(({ note = [] }) => note),
  ...agents.flatMap(({ title, addServer }) =>
    addServer === undefined ? [] : `${addServer} adds the tools to ${title}`,
  ),
  'workbench doctor checks whether everything works',
]
