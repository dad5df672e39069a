import { relative, sep } from 'node:path'

import { type Contracts, readFile } from '@workbench/contracts'
import {
  type FactEntry,
  invalidFile,
  openArea,
  openConfined,
  OutsideError,
  readMemory,
  type ValidatedFile,
  validateFile,
  validateFiles,
  type WorkingArea,
} from '@workbench/workspace'

import { compareNames } from '../html/format.ts'
import { type WaveFile, listFiles } from './list-files.ts'
import { parseArtifact } from './parse-artifact.ts'

/** An artifact of a wave and the verdict on it. */
export interface BoardFile extends ValidatedFile {
  readonly wave: string
  readonly agent: string
}

/** The content of an artifact. */
export interface Artifact {
  readonly file: BoardFile
  /** Undefined if the file cannot be read. */
  readonly text: string | undefined
  /** Undefined if the text cannot be read as JSON, not even after its syntax errors are fixed. */
  readonly value: unknown
}

export interface BoardOptions {
  /** The project's root, absolute. */
  readonly root: string
  /** Folder with a folder for each wave, absolute. */
  readonly folder: string
  readonly openContracts: () => Contracts
}

/** The contract whose advice depends on other files of the project. */
const DEPENDENT = 'plan.v1'

const OUTSIDE = 'it is a link to a file outside of the project'

interface KnownFile {
  readonly state: string
  readonly file: BoardFile
}

/** The artifacts of a folder. {@link Board.refresh} validates those that have changed since the last call. */
export class Board {
  readonly root: string
  readonly folder: string
  readonly #area: WorkingArea
  readonly #openContracts: () => Contracts
  #contracts: Contracts | undefined
  #known: ReadonlyMap<string, KnownFile> = new Map()

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
    return [...this.#known.values()].map(({ file }) => file)
  }

  /** Opens the contracts again when they are needed, and validates all artifacts at the next refresh. */
  reopenContracts(): void {
    this.#contracts = undefined
    this.#known = new Map()
  }

  refresh(): void {
    const listed = listFiles(this.folder).sort(
      (a, b) => compareNames(a.wave, b.wave) || compareNames(a.agent, b.agent),
    )
    const isChanged = ({ file, state }: WaveFile) => {
      const known = this.#known.get(file)
      return known?.state !== state || known.file.schema === DEPENDENT
    }
    const changed = listed.filter(isChanged)
    const inside = changed.filter((item) => !this.#leadsOutside(item))
    const validated = validateFiles(
      inside.map(({ file }) => ({ file, path: this.#pathOf(file) })),
      { contracts: this.contracts, area: this.#area },
    )
    const verdicts = Array.from(validated, ({ file: { file }, validated: result }) => [file, result] as const)
    const results = new Map([
      ...changed.map(({ file }) => [file, invalidFile(this.#pathOf(file), OUTSIDE)] as const),
      ...verdicts,
    ])
    const entries = listed.flatMap(({ wave, agent, file, state }): [string, KnownFile][] => {
      const result = results.get(file) ?? this.#known.get(file)?.file
      return result ? [[file, { state, file: { ...result, wave, agent } }]] : []
    })
    this.#known = new Map(entries)
  }

  #leadsOutside({ file, isLink }: WaveFile): boolean {
    if (!isLink) return false
    try {
      openConfined(file, [this.root, this.folder], () => undefined)
      return false
    } catch (error) {
      return error instanceof OutsideError
    }
  }

  /** Reads an artifact of the board; undefined if there is none with this path. */
  read(path: string): Artifact | undefined {
    const entry = [...this.#known].find(([, { file }]) => file.path === path)
    if (!entry) return undefined
    const [absolute, { file }] = entry
    try {
      return openConfined(absolute, [this.root, this.folder], (handle) => {
        const { bytes } = readFile(handle)
        const validated = validateFile(
          { file: handle, path },
          { contracts: this.contracts, area: this.#area },
        )
        return {
          file: { ...file, ...validated },
          text: new TextDecoder().decode(bytes),
          value: parseArtifact(bytes),
        }
      })
    } catch {
      return { file, text: undefined, value: undefined }
    }
  }

  /** The valid and invalid facts of the project's memory, sorted by number. */
  readFacts(): FactEntry[] {
    return readMemory(this.#area, this.contracts)
  }

  /** Relative to the project's root, with slashes. */
  #pathOf(file: string): string {
    return relative(this.root, file).split(sep).join('/')
  }
}
