import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { folderOf } from '../../../../tools/plugin/trees.js'
import { startModel } from './model/scripted-model.ts'
import type { Agent, Command, Installation } from './programs/agent.ts'
import { ARTIFACT, type Check, MAIN, Report, type Scenario } from './scenarios/scenario.ts'

/** An agent is killed after this time, in milliseconds. */
const TIMEOUT_MS = 120_000

export interface ScenarioResult {
  readonly scenario: Scenario
  readonly checks: readonly Check[]
  readonly problems: readonly string[]
}

/** A home folder in which the plugin is installed. */
interface PreparedAgent {
  readonly agent: Agent
  readonly installation: Installation
  readonly dispose: () => void
}

/** Installs the plugin of an agent into an empty home. */
export async function prepareAgent(agent: Agent, folder: string): Promise<PreparedAgent> {
  const home = mkdtempSync(join(tmpdir(), 'agent-home-'))
  const installation = { folder, home, plugin: folderOf }
  const dispose = () => rmSync(home, { recursive: true, force: true })
  try {
    for (const [path, content] of Object.entries(agent.files ?? {})) {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), JSON.stringify(content))
    }
    for (const command of agent.setUp(installation)) {
      const { status, output } = await runCommand(command, home, home)
      if (status !== 0)
        throw new Error(
          `${agent.name} ${agent.version}: ${command.args.join(' ')} exited with ${status}:\n${output}`,
        )
    }
    return { agent, installation, dispose }
  } catch (error) {
    dispose()
    throw error
  }
}

/** Runs a scenario in a new project, with a copy of the home. */
export async function runScenario(
  { agent, installation }: PreparedAgent,
  scenario: Scenario,
): Promise<ScenarioResult> {
  const limit = scenario.only && agent.limits?.[scenario.only.what]
  if (scenario.only && limit !== undefined)
    return { scenario, checks: [{ ...scenario.only, channel: undefined, limit }], problems: [] }
  const folder = mkdtempSync(join(tmpdir(), 'agent-run-'))
  const home = join(folder, 'home')
  cpSync(installation.home, home, { recursive: true })
  const { project, cwd } = createProject(join(folder, 'project'), scenario.startIn)
  const report = new Report(agent.limits)
  const model = await startModel(agent.protocol, scenario.scripts({ tools: agent.tools, project, report }))
  try {
    const prepare = agent.setUpProject?.(project)
    if (prepare) {
      const { status, output } = await runCommand(prepare, project, home)
      if (status !== 0) throw new Error(`${prepare.args.join(' ')} exited with ${status}:\n${output}`)
    }
    const command = agent.start(MAIN, { ...installation, home, project, model: model.url })
    const { status, output } = await runCommand(command, cwd, home)
    const problems = [...report.problems, ...model.problems()]
    if (problems.length > 0 || status !== 0) problems.push(`exit status ${status}:\n${output.slice(-3000)}`)
    return { scenario, checks: report.checks, problems }
  } finally {
    await model.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates a repository, and returns the root of the project and where the agent is started. */
function createProject(main: string, startIn: Scenario['startIn']): { project: string; cwd: string } {
  mkdirSync(main)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: main,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  git('init', '--quiet')
  const project = startIn === 'worktree' ? join(dirname(main), 'worktree') : main
  if (startIn === 'worktree') {
    git('commit', '--quiet', '--allow-empty', '--message', 'Start')
    git('worktree', 'add', '--quiet', project)
  }
  const cwd = startIn === 'subfolder' ? join(project, 'packages', 'api') : project
  // Some agents write only into folders that exist.
  for (const path of [cwd, dirname(join(project, ARTIFACT))]) mkdirSync(path, { recursive: true })
  return { project, cwd }
}

/** Runs a command without the variables of this process; the path has only Node and the system's programs. */
function runCommand(
  { program, args, env }: Command,
  cwd: string,
  home: string,
): Promise<{ status: number | null; output: string }> {
  const temporary = join(home, 'tmp')
  mkdirSync(temporary, { recursive: true })
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { HOME: home, TMPDIR: temporary, PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}
