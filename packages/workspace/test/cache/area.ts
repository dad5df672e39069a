import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { type CacheOptions, validateArea, validateChanges, writeFact } from '@workbench/workspace'

import { contracts, draft, finding, newProject, schemas, TODAY } from '../project.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** A valid finding; `title` replaces its title. */
export const validFinding = (title = finding.title): string =>
  JSON.stringify({ schema: 'finding.v1', producedBy: 'auditor', ...finding, title })

/** An invalid finding of the same size. */
export const invalidFinding = validFinding().replace('"high"', '"hihg"')

export const FINDING = 'blackboard/w1/auditor.json'

/** A project with two artifacts and two facts, a program that validates, and a folder for the cache. */
export function newArea() {
  const { root, area, at } = newProject()
  const cache = temporaryFolder()
  const program = join(temporaryFolder(), 'program')
  writeFileSync(program, 'program')
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text)
    // Whole seconds, which utimes(2) can restore exactly.
    utimesSync(at(name), 1_700_000_000, 1_700_000_000)
  }
  write(FINDING, validFinding())
  write('blackboard/w1/planner.json', validFinding())
  for (let number = 1; number <= 2; number++) writeFact(area, contracts, draft(), TODAY)
  const options: CacheOptions = {
    env: { XDG_CACHE_HOME: cache },
    programs: [program],
    engine: 'v1',
    deadline: Infinity,
  }

  /** Validates what changed: in one hour, when all files are old enough to be known, or at the time `now`. */
  function changes(change: Partial<CacheOptions & { directory: string; now: number }> = {}) {
    const { directory = schemas, now = Date.now() + 3_600_000, ...others } = change
    const clock = import.meta.jest.spyOn(Date, 'now').mockReturnValue(now)
    const results = validateChanges(area, () => openContracts({ directory, env: {}, cwd: root }), {
      ...options,
      ...others,
    })
    clock.mockRestore()
    return results?.map(
      ({ path, valid }) => `${path.slice('.workbench/'.length)} ${valid ? 'valid' : 'invalid'}`,
    )
  }

  /** What is invalid without a cache. */
  const invalid = (): string[] =>
    validateArea(area, () => contracts, { checksProject: true })
      .filter(({ valid }) => !valid)
      .map(({ path }) => `${path.slice('.workbench/'.length)} invalid`)

  return { root, area, at, cache: join(cache, 'workbench'), program, write, options, changes, invalid }
}

export type Area = ReturnType<typeof newArea>

/** The path of the only cache in the folder. */
export const cacheIn = (folder: string): string =>
  join(folder, readdirSync(folder).find((name) => name !== 'key') ?? '')

/** A number of the cache in the folder, which changes whenever it is written. */
export const versionOf = ({ cache }: Area): number => statSync(cacheIn(cache)).ino

/** All files of the area, valid. */
export const ALL_VALID = [
  'blackboard/w1/auditor.json valid',
  'blackboard/w1/planner.json valid',
  'memory/fact-0001.json valid',
  'memory/fact-0002.json valid',
]
