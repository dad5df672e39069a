import { join } from 'node:path'

import { type Agent, AGENTS, type Installation, startScript } from '@workbench/agents/install'
import { escapeText } from '@workbench/contracts'
import { findProjectRoot, writeFiles } from '@workbench/workspace'

import manifest from '../../../package.json' with { type: 'json' }
import type { CommandContext } from '../../context.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { diffOf } from '../../output/diff.ts'
import { writeError, writeText } from '../../output/write.ts'
import type { InitValues } from './options.ts'
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

/**
 * Writes what changes if that is requested, and prints it. Writes nothing if one file cannot be changed or written. Returns
 * 2 if `--undo` leaves something.
 * @throws {CannotRun | WorkingAreaError}
 */
export function init(values: InitValues, { cwd, env: ownEnv, stdout, stderr }: CommandContext): ExitStatus {
  const { write, undo } = values
  const env = withoutPackageManager(ownEnv)
  const root = findProjectRoot({ env, cwd })
  const agents = chosenAgents(values, root, env)
  const settings = settingsOf(values, agents, { root, cwd })
  const plans = settings.map((setting) => changeOf(setting, root, undo))
  const changes = plans.filter(({ before, after }) => before !== after)
  if (write) writeChanges(root, changes)
  const print = (line: string) => writeText(stdout, `${line}\n`)
  if (root !== cwd) print(`in ${escapeText(root)}:`)
  for (const { file, before = '', after = '' } of changes)
    for (const line of diffOf(file, before, after)) print(escapeText(line))
  const done = write ? 'was' : 'would be'
  for (const { file, before, after } of changes)
    print(`${file} ${done} ${before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed'}`)
  if (changes.length === 0) print('nothing to change')
  else if (!write) print('run the command with --write')
  else if (!undo) for (const step of nextSteps(agents, root, cwd)) print(escapeText(step))
  const left = plans.flatMap(({ file, left: names }) => names.map((name) => `${file} keeps ${name}`))
  for (const entry of left)
    writeError(stderr, `${entry}: it is not as init has written it; delete it by hand`)
  return left.length > 0 ? 2 : 0
}

function chosenAgents(
  { agent: names, undo, 'pre-commit': preCommit, ci }: InitValues,
  root: string,
  env: CommandContext['env'],
): readonly Agent[] {
  if (names) return AGENTS.filter(({ name }) => names.includes(name))
  if (undo) return AGENTS
  const found = detectAgents(root, env)
  if (found.length > 0 || preCommit || ci) return found
  throw new CannotRun(
    `Found none of ${AGENTS.map(({ title }) => title).join(', ')}; name one with --agent (${AGENTS.map(({ name }) => name).join(', ')})`,
  )
}

/** What `--undo` removes does not depend on how agents start the programs. With a folder, it is the most. */
const ANY_INSTALLATION: Installation = { folder: 'node_modules/@workbench/cli/dist/package' }

/** One for each file: VS Code and Copilot CLI share one, and need the same in it. `--undo` without agents removes everything. */
function settingsOf(
  { agent, 'pre-commit': preCommit, ci, undo }: InitValues,
  agents: readonly Agent[],
  { root, cwd }: { readonly root: string; readonly cwd: string },
): Setting[] {
  const isAll = undo && agent === undefined
  const installation = undo ? ANY_INSTALLATION : findInstallation(root, cwd)
  const project = { installation, root, agents: undo ? [] : agents.map(({ name }) => name) }
  const settings = [
    ...agents.flatMap((each) => each.settings(project).map(toSetting)),
    ...(preCommit || isAll ? [preCommitSetting(installation.command ?? 'workbench')] : []),
    ...(ci || isAll
      ? [toSetting(githubWorkflow(manifest.version, undo ? undefined : findLockFile(root)))]
      : []),
    // Another agent may need them.
    ...(undo && !isAll ? [] : [...startScript(installation).map(toSetting), ...gitSettings(root)]),
  ]
  return [...new Map(settings.map((setting) => [setting.file, setting])).values()]
}

interface Change {
  readonly file: string
  /** Undefined if there is no file, before or after the change. */
  readonly before: string | undefined
  readonly after: string | undefined
  /** The names of what an undo leaves. */
  readonly left: readonly string[]
}

/** @throws {CannotRun} if the file cannot be changed safely. */
function changeOf({ file, add, remove, leftIn }: Setting, root: string, undo: boolean): Change {
  try {
    const before = readProjectFile(root, file)
    if (!undo) return { file, before, after: add(before), left: [] }
    // Without this word there is nothing to remove, even if the text cannot be parsed.
    const isOwn = before !== undefined && `${file} ${before}`.includes('workbench')
    const after = isOwn ? remove(before) : before
    return { file, before, after, left: isOwn && after !== undefined ? leftIn(after) : [] }
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    const [reason = '', ...details] = error.message.split('\n')
    throw new CannotRun(`Cannot change ${file}: ${reason}`, details)
  }
}

function writeChanges(root: string, changes: readonly Change[]): void {
  const files = changes.map(({ file, before, after }) => ({
    path: join(root, file),
    text: after,
    before: before === undefined ? null : Buffer.from(before),
  }))
  writeFiles(root, files)
  for (const { file, after } of changes) if (after === undefined) deleteEmptyFolders(root, file)
}

const nextSteps = (agents: readonly Agent[], root: string, cwd: string): string[] => [
  ...agents
    .filter(({ findsRoot = false }) => !findsRoot && root !== cwd)
    .map(({ title }) => `Start ${title} in ${root}: it does not read these settings in a folder below`),
  ...agents.flatMap(({ note = [] }) => note),
  ...agents
    .filter(({ addServer }) => addServer !== undefined)
    .map(({ title, addServer = '' }) => `${addServer} adds the tools to ${title}`),
  'workbench doctor checks whether everything works',
]
