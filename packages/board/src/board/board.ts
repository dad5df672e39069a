import { join } from 'node:path'

import { compileSchema, type Contracts, fixText } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'
import {
  AREA_FOLDER,
  attempt,
  digestOf,
  type FactEntry,
  listJsonFiles,
  listWaveFiles,
  openArea,
  openClaims,
  readConfined,
  readMemory,
  validateFiles,
  type WaveFile,
  type WorkingArea,
} from '@workbench/workspace'

import { compareNames } from '../html/format.ts'
import { type Activity, type KnownFiles, withChanges } from '../model/activity.ts'
import type { BoardFile } from '../model/board-file.ts'
import { toBoardFile } from '../views/to-board-file.ts'
import { type Checkout, checkoutOf, type ElsewhereFile, filesElsewhere } from './checkout.ts'

export interface BoardOptions {
  /** The project's root, absolute. */
  readonly root: string
  /** Folder with a folder for each wave, absolute. Default: the blackboard. */
  readonly folder?: string | undefined
  readonly openContracts: () => Contracts
}

const ANYTHING = compileSchema({ $id: 'any' })

/** The artifacts of a folder. {@link Board.refresh} validates those that have changed since the last call. */
export class Board {
  readonly root: string
  readonly folder: string
  /** The folder, if it is not the blackboard. */
  readonly #named: string | undefined
  /** The folders that files are read from. */
  readonly #roots: readonly string[]
  readonly #area: WorkingArea
  readonly #openContracts: () => Contracts
  #contractState = ''
  /** Undefined before the first refresh. */
  #known: KnownFiles | undefined
  #activities: readonly Activity[] = []

  /** @throws what {@link refresh} throws. */
  constructor({ root, folder, openContracts }: BoardOptions) {
    this.root = root
    this.#named = folder
    this.folder = folder ?? join(root, AREA_FOLDER, 'blackboard')
    this.#roots = [root, folder ?? []].flat()
    this.#area = openArea(root)
    this.#openContracts = openContracts
    this.refresh()
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

  /** Another text after each change of an artifact, a fact or a contract that {@link refresh} has noticed. */
  get state(): string {
    const files = Array.from(this.#known ?? [], ([path, { state }]) => [path, state])
    const memory = stateOf(join(this.root, AREA_FOLDER, 'memory'))
    return digestOf(JSON.stringify([files, memory, this.#contractState]))
  }

  /**
   * @throws {ContractDirectoryError} if the directory of the contracts cannot be listed.
   * @throws {UnsafePathError} if the blackboard is a link, or outside of the project.
   * @throws {WorkingAreaError} if a folder cannot be read.
   */
  refresh(): void {
    const known = this.#known
    const listed = listWaveFiles(this.#area, this.#named).sort(
      (a, b) => compareNames(a.wave, b.wave) || compareNames(a.agent, b.agent),
    )
    const contracts = this.#openContracts()
    const contractState = stateOf(contracts.directory)
    const isWritten = ({ path, state }: WaveFile) => known?.get(path)?.state !== state
    const isSame = listed.length === known?.size && !listed.some(isWritten)
    const isOutdated = (item: WaveFile) => {
      const { schema, valid } = known?.get(item.path)?.entry ?? {}
      // The advice on a plan depends on other artifacts, that on a handoff on files outside of the board.
      const isDependent = (schema === 'plan.v1' && !isSame) || (schema === 'handoff.v1' && valid)
      return contractState !== this.#contractState || isWritten(item) || isDependent === true
    }
    // Evidence is looked up when an artifact is written, not when a file that it cites is.
    const lookUp = openClaims({ root: this.root, contracts })
    const options = { open: () => contracts, area: this.#area, roots: this.#roots, lookUp }
    const all = new Map(known)
    for (const { file, validated, value } of validateFiles(listed.filter(isOutdated), options)) {
      const entry = toBoardFile(file, validated, value ?? this.#readValue(file))
      all.set(file.path, { state: file.state, entry })
    }
    const next = new Map(
      listed.flatMap(({ path }) => {
        const item = all.get(path)
        return item ? [[path, item] as const] : []
      }),
    )
    this.#activities = withChanges(this.#activities, known, next)
    this.#known = next
    this.#contractState = contractState
  }

  /** The text of an artifact; undefined if it cannot be read, or is outside of the project. */
  readText({ path }: Pick<BoardFile, 'path'>): string | undefined {
    const file = join(this.root, path)
    return attempt(() => new TextDecoder().decode(readConfined(file, this.#roots).bytes))
  }

  /** The value of a file, whose syntax errors are fixed if that is possible without guessing; else undefined. */
  #readValue(file: WaveFile): unknown {
    const text = this.readText(file) ?? ''
    return tryParse(text) ?? attempt(() => tryParse(fixText(ANYTHING, Buffer.from(text)).text))
  }

  /** The valid and invalid facts of the project's memory, sorted by number. */
  readFacts(): FactEntry[] {
    return readMemory(this.#area, this.#openContracts())
  }
}

/** A text that changes with each file of a folder; the same for every folder that cannot be read. */
const stateOf = (folder: string): string => JSON.stringify(attempt(() => listJsonFiles(folder, 1)) ?? [])
