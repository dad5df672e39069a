import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { writeFiles } from '../files/corpus.ts'
import { writeArea } from '../growth/corpus.ts'
import { describeEnvironment, installedVersion } from '../harness/describe-environment.ts'
import { percent } from '../harness/format-figures.ts'
import { publish } from '../harness/publish.ts'
import { runProcess } from '../harness/run-process.ts'
import { table } from '../harness/table.ts'
import { makeCorpus, type Shapes } from '../library/corpus/corpus.ts'
import { readContracts } from '../library/read-contracts.ts'
import { profileApi } from './api.ts'
import { sharesOf } from './shares.ts'

/*
 * pnpm bench:profiles
 *
 * Shows where the processor time goes in the cases of the other benchmarks whose goals are not reached: runs the sources
 * with V8's profiler, and adds up the samples of each folder, dependency and module of Node.js.
 */

const repository = fileURLToPath(new URL('../..', import.meta.url))
const measured = (name: string): string => join(repository, 'bench/library/measured', name)
const workbench = join(repository, 'apps/cli/src/main.ts')
/** The hook loads its validator from a bundle beside it, so it cannot run from its sources. */
const hook = join(repository, 'plugins/workbench-core/dist/hook/hook.cjs')
const schemas = join(repository, 'schemas')
const tsx = import.meta.resolve('tsx')
const directory = mkdtempSync(join(tmpdir(), 'workbench-profiles-'))

const STOP = JSON.stringify({ hook_event_name: 'Stop' })

/** Parts with less than this share are added up. */
const MIN_SHARE = 0.03

try {
  await measure()
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const corpus = (shapes: Shapes): string => {
    const file = join(directory, `${shapes}.json`)
    writeFileSync(file, JSON.stringify(makeCorpus(readContracts(schemas), shapes)))
    return file
  }
  const many = corpus('many')
  const files = join(directory, 'files')
  const names = writeFiles(files, 20_000)
  const area = join(directory, 'area')
  writeArea(area, 10_000, 100_000)
  const validated = join(directory, 'validated')
  writeArea(validated, 2_000, 2_000)
  const text = (kind: string) => [measured('text.js'), 'workbench', kind, many, schemas, '2000']
  const throughput = (task: string, file: string) => [
    ...[measured('throughput.js'), 'workbench', task, file, schemas, '5000'],
  ]
  const rows = [
    await profile('`is()`, many shapes', throughput('is', many)),
    await profile('`is()`, one shape', throughput('is', corpus('one'))),
    await profile('`validate()`, broken artifacts', throughput('validate', many)),
    await profile('valid texts', text('valid')),
    await profile('broken texts', text('broken')),
    await profile('20,000 files', [workbench, 'validate', 'finding.v1', ...names], { cwd: files }),
    await profile('`facts`, 100,000', [workbench, 'facts'], { cwd: area }),
    await profile('`board`, 10,000', [workbench, 'board'], { cwd: area }),
    await profile('hook at Stop, 2,000 artifacts and 2,000 facts', [hook], { cwd: validated, input: STOP }),
    cells('the API, creating tasks, 64 connections', await profileApi(directory, nodeOptions)),
  ]
  const peers = { pg: installedVersion('pg') }
  const body = [
    describeEnvironment({ node: process.version, peers, day: new Date() }),
    table(['', 'shares of the processor time'], rows),
  ].join('\n\n')
  process.stdout.write(`${body}\n`)
  await publish({ name: 'profiles', body })
}

/** Runs a program of this repository with the profiler. */
async function profile(
  name: string,
  args: readonly string[],
  { cwd = repository, input = '' } = {},
): Promise<string[]> {
  const profiles = mkdtempSync(join(directory, 'profile-'))
  const { status, stderr } = await runProcess(process.execPath, [...nodeOptions(profiles), ...args], {
    cwd,
    input,
    env: { ...process.env, WORKBENCH_ROOT: cwd },
  })
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.slice(0, 500)}`)
  return cells(name, profiles)
}

/** The options of Node.js that run the sources with the profiler. */
function nodeOptions(profiles: string): string[] {
  return ['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--conditions=@workbench/source', '--import', tsx]
}

function cells(name: string, profiles: string): string[] {
  const shares = sharesOf(profiles)
  const shown = shares.filter(([, share]) => share >= MIN_SHARE)
  const rest = 1 - shown.reduce((sum, [, share]) => sum + share, 0)
  return [
    name,
    [...shown, ['others', rest] as const].map(([part, share]) => `${part} ${percent(share)}`).join(', '),
  ]
}
