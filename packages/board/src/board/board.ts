import { compileSchema, type Contracts, fixText, isObject } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'
import {
  type FactEntry,
  openArea,
  readConfined,
  readMemory,
  type ValidatedFile,
  validateFiles,
  type WorkingArea,
} from '@workbench/workspace'

import { compareNames } from '../html/format.ts'
import { summarize } from '../views/index.ts'
import { type Activity, addActivities, compareFiles } from './activity.ts'
import type { Artifact, BoardFile } from './board-file.ts'
import { type WaveFile, listFiles } from './list-files.ts'

export interface BoardOptions {
  /** The project's root, absolute. */
  readonly root: string
  /** Folder with a folder for each wave, absolute. */
  readonly folder: string
  readonly openContracts: () => Contracts
}

/** The contract whose advice depends on other files of the project. */
const DEPENDENT = 'plan.v1'

/** The contracts whose artifacts are compared with others. */
const COMPARED = new Set(['plan.v1', 'handoff.v1', 'risk.v1'])

const ANYTHING = compileSchema({ $id: 'any' })

interface KnownFile extends WaveFile {
  readonly entry: BoardFile
}

/** The artifacts of a folder. {@link Board.refresh} validates those that have changed since the last call. */
export class Board {
  readonly root: string
  readonly folder: string
  readonly #area: WorkingArea
  readonly #openContracts: () => Contracts
  #contracts: Contracts | undefined
  /** By path; undefined before the first refresh. */
  #known: ReadonlyMap<string, KnownFile> | undefined
  #areVerdictsOutdated = false
  #activities: readonly Activity[] = []

  constructor({ root, folder, openContracts }: BoardOptions) {
    this.root = root
    this.folder = folder
    this.#area = openArea(root)
    this.#openContracts = openContracts
    this.refresh()
  }

  /** @throws {ContractDirectoryError} if the contracts have to be opened, and their directory cannot be listed. */
  get contracts(): Contracts {
    return (this.#contracts ??= this.#openContracts())
  }

  /** Sorted by wave and agent. */
  get files(): BoardFile[] {
    return Array.from(this.#known?.values() ?? [], ({ entry }) => entry)
  }

  /** What was written and deleted since the board was created, the newest first. */
  get activities(): readonly Activity[] {
    return this.#activities
  }

  /** Opens the contracts again when they are needed, and validates all artifacts at the next refresh. */
  reopenContracts(): void {
    this.#contracts = undefined
    this.#areVerdictsOutdated = true
  }

  refresh(): void {
    const known = this.#known
    const listed = listFiles(this.root, this.folder).sort(
      (a, b) => compareNames(a.wave, b.wave) || compareNames(a.agent, b.agent),
    )
    const changed = listed.filter(({ path, state }) => {
      const before = known?.get(path)
      return before?.state !== state || before.entry.schema === DEPENDENT || this.#areVerdictsOutdated
    })
    const entries = new Map<string, BoardFile>()
    const options = { contracts: this.contracts, area: this.#area, roots: [this.root, this.folder] }
    for (const { file: item, validated, value } of validateFiles(changed, options))
      entries.set(item.path, toBoardFile(item, validated, value ?? this.#contentOf(item.file).value))
    const next = new Map(
      listed.flatMap((item): [string, KnownFile][] => {
        const entry = entries.get(item.path) ?? known?.get(item.path)?.entry
        return entry ? [[item.path, { ...item, entry }]] : []
      }),
    )
    this.#activities = addActivities(this.#activities, compareFiles(known, next, new Date()))
    this.#known = next
    this.#areVerdictsOutdated = false
  }

  /** Its members are undefined if the file cannot be read, or is outside of the project. */
  #contentOf(file: string): Omit<Artifact, 'file'> {
    try {
      const { bytes } = readConfined(file, [this.root, this.folder])
      const text = new TextDecoder().decode(bytes)
      // Syntax errors are fixed if that is possible without guessing.
      return { text, value: tryParse(text) ?? tryParse(fixText(ANYTHING, bytes).text) }
    } catch {
      return { text: undefined, value: undefined }
    }
  }

  /** Reads an artifact with the verdict of the last refresh; undefined if there is none with this path. */
  read(path: string): Artifact | undefined {
    const known = this.#known?.get(path)
    return known && { file: known.entry, ...this.#contentOf(known.file) }
  }

  /** The valid and invalid facts of the project's memory, sorted by number. */
  readFacts(): FactEntry[] {
    return readMemory(this.#area, this.contracts)
  }
}

function toBoardFile({ wave, agent }: WaveFile, verdict: ValidatedFile, value: unknown): BoardFile {
  const producer = isObject(value) ? value['producedBy'] : undefined
  return {
    ...verdict,
    wave,
    agent,
    producer: typeof producer === 'string' ? producer : undefined,
    summary: summarize(value, verdict),
    ...(COMPARED.has(verdict.schema ?? '') && { value }),
  }
}
