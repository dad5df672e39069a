import type { Contracts } from '@workbench/contracts'
import {
  deliverableAdvice,
  evidenceOfMany,
  type FactEntry,
  openArea,
  readMemory,
  validateFiles,
  type WorkingArea,
} from '@workbench/workspace'

import { compareNames } from '../html/format.ts'
import { type Activity, addActivities, compareFiles } from '../model/activity.ts'
import type { BoardFile } from '../model/board-file.ts'
import { type Checkout, checkoutOf, type ElsewhereFile, filesElsewhere } from './checkout.ts'
import { type WaveFile, listWaveFiles } from './wave-files.ts'
import { readText, readValue, toBoardFile } from './to-board-file.ts'

export interface BoardOptions {
  /** The project's root, absolute. */
  readonly root: string
  /** Folder with a folder for each wave, absolute. */
  readonly folder: string
  readonly openContracts: () => Contracts
}

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
  get files(): readonly BoardFile[] {
    return Array.from(this.#known?.values() ?? [], ({ entry }) => entry)
  }

  /** What was written and deleted since the board was created, the newest first. */
  get activities(): readonly Activity[] {
    return this.#activities
  }

  get checkout(): Checkout {
    return checkoutOf(this.root)
  }

  /** What the other worktrees of the repository have and the board does not. */
  get elsewhere(): ElsewhereFile[] {
    return filesElsewhere(this.root, this.folder, this.files)
  }

  /** Opens the contracts again when they are needed, and validates all artifacts at the next refresh. */
  reopenContracts(): void {
    this.#contracts = undefined
    this.#areVerdictsOutdated = true
  }

  refresh(): void {
    const known = this.#known
    const listed = listWaveFiles(this.root, this.folder).sort(
      (a, b) => compareNames(a.wave, b.wave) || compareNames(a.agent, b.agent),
    )
    const isWritten = ({ path, state }: WaveFile) => known?.get(path)?.state !== state
    const isSame = listed.length === known?.size && !listed.some(isWritten)
    const isOutdated = (item: WaveFile) => {
      const { schema, valid } = known?.get(item.path)?.entry ?? {}
      // The advice on a plan depends on other artifacts, that on a handoff on files outside of the board.
      const isDependent = (schema === 'plan.v1' && !isSame) || (schema === 'handoff.v1' && valid)
      return this.#areVerdictsOutdated || isWritten(item) || isDependent === true
    }
    const { contracts, root } = this
    // Evidence is looked up when an artifact is written, not when a file that it cites is.
    const evidence = evidenceOfMany({ root, contracts })
    const lookUp = (artifact: unknown) => [
      ...deliverableAdvice(artifact, { root, contracts }),
      ...evidence(artifact),
    ]
    const options = { open: () => contracts, area: this.#area, roots: this.#roots, lookUp }
    const validated = new Map<string, BoardFile>()
    for (const { file, validated: verdict, value } of validateFiles(listed.filter(isOutdated), options))
      validated.set(file.path, toBoardFile(file, verdict, value ?? readValue(file.file, this.#roots)))
    const next = new Map(
      listed.flatMap((item): [string, KnownFile][] => {
        const entry = validated.get(item.path) ?? known?.get(item.path)?.entry
        return entry ? [[item.path, { ...item, entry }]] : []
      }),
    )
    this.#activities = addActivities(this.#activities, compareFiles(known, next, new Date()))
    this.#known = next
    this.#areVerdictsOutdated = false
  }

  /** The text of an artifact; undefined if it cannot be read. */
  readText({ path }: BoardFile): string | undefined {
    const known = this.#known?.get(path)
    return known && readText(known.file, this.#roots)
  }

  /** The valid and invalid facts of the project's memory, sorted by number. */
  readFacts(): FactEntry[] {
    return readMemory(this.#area, this.contracts)
  }

  /** The folders that files are read from. */
  get #roots(): readonly string[] {
    return [this.root, this.folder]
  }
}
