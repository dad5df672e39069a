import { relativePath } from '../working-area.ts'

export const MEMORY_FOLDER = 'memory'
export const FACT_CONTRACT = 'fact.v1'

const FACT_FILE = /^fact-\d{4,12}\.json$/
const ID_OR_FILE = /^fact-\d{4,12}(?:\.json)?$/

/** The highest number that fits into the name of a fact. */
export const MAX_NUMBER = 999_999_999_999

/** Whether a file name is `fact-` and a number of 4 to 12 digits, as `fact-0001.json`. */
export const isFactFile = (file: string): boolean => FACT_FILE.test(file)

/** The number of the fact with this id or file name; 0 for another name. */
export const numberOf = (name: string): number =>
  ID_OR_FILE.test(name) ? parseInt(name.slice('fact-'.length), 10) : 0

/** The id with this number, for example `fact-0001`. */
export const factId = (number: number): string => `fact-${String(number).padStart(4, '0')}`

/** The id in the name of a fact's file. */
export const idOf = (file: string): string => file.slice(0, -'.json'.length)

/** Whether a path relative to the project's root, with slashes, is in the memory. */
export const isInMemory = (path: string): boolean => path.startsWith(`${relativePath(MEMORY_FOLDER)}/`)
