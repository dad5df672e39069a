import { escapeText, pluralize } from '@workbench/contracts'

import { moreOf, type Result, violationsOf } from './reporter.ts'

/** Counts results and formats the totals as one line. */
export class Summary {
  #first: Result | undefined
  readonly #schemas = new Set<string | undefined>()
  #total = 0
  #invalid = 0
  #violations = 0
  #more = 0
  #unread = 0

  add(result: Result): void {
    const violations = violationsOf(result).length
    this.#first ??= result
    this.#schemas.add(result.schema)
    this.#total++
    this.#violations += violations
    this.#more += moreOf(result)
    if (violations > 0) this.#invalid++
    if ('error' in result) this.#unread++
  }

  get isClean(): boolean {
    return this.#invalid === 0 && this.#unread === 0
  }

  toString(): string {
    const { file = '', schema } = this.#first ?? {}
    if (this.#total === 1 && this.isClean) return `${escapeText(file)} is a valid ${schema ?? 'artifact'}`
    const parts = [`${pluralize(this.#total - this.#invalid - this.#unread, 'file')} valid`]
    if (this.#invalid > 0) {
      const atLeast = this.#more > 0 ? 'at least ' : ''
      const violations = pluralize(this.#violations + this.#more, 'violation')
      parts.push(`${this.#invalid} invalid with ${atLeast}${violations}`)
    }
    if (this.#unread > 0) parts.push(`${this.#unread} not validated`)
    const prefix = schema !== undefined && this.#schemas.size === 1 ? `${schema}: ` : ''
    return `${prefix}${parts.join(', ')}`
  }
}
