import { areaPath } from '../working-area.ts'

export const MEMORY_FOLDER = 'memory'
export const FACT_CONTRACT = 'fact.v1'

const FACT_ID = /^fact-\d{4,20}$/

/** Whether a text is the id of a fact: `fact-` and 4 to 20 digits, as `fact-20260131093000123`. */
export const isFactId = (text: string): boolean => FACT_ID.test(text)

/** Whether a file name is the id of a fact and `.json`. */
export const isFactFile = (file: string): boolean => file.endsWith('.json') && isFactId(idOf(file))

/** The id in the name of a fact's file. */
export const idOf = (file: string): string => file.slice(0, -'.json'.length)

/** Compares the numbers in two ids. They can exceed the integers that a double represents. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : Number(a > b))

/**
 * The id of a fact that is written at a time: the date and the time in UTC, to the millisecond, as 17 digits. Facts that
 * are written in other branches, worktrees and clones have other times, so that they can be merged.
 * @param time in milliseconds since 1970
 */
export const factIdAt = (time: number): string =>
  `fact-${new Date(time).toISOString().replaceAll(/\D/g, '').slice(0, 17)}`

/** Whether a path relative to the project's root, with slashes, is in the memory. */
export const isMemoryPath = (path: string): boolean => path.startsWith(`${areaPath(MEMORY_FOLDER)}/`)
