import { escapeText, openContracts, pluralize } from '@workbench/contracts'
import {
  type FactFile,
  factState,
  findProjectRoot,
  isExpired,
  mapMemory,
  type Memory,
  openArea,
} from '@workbench/workspace'
import picocolors from 'picocolors'

import { type Cell, tableRows } from '../../output/format-table.ts'
import { toJson, writeError, writeParts, writeText } from '../../output/write.ts'
import { supportsColor, type CommandContext } from '../../context.ts'
import type { ListRequest } from '../list-request.ts'

interface FactsRequest extends ListRequest {
  /** Whether to include facts that another fact supersedes. */
  readonly all: boolean
}

/** Prints the facts that no other fact supersedes, or all facts. A fact that cannot be used is listed with the reason. */
export async function listFacts(
  { format, directory, all }: FactsRequest,
  context: CommandContext,
): Promise<void> {
  const { stdout, stderr, env, cwd } = context
  const root = findProjectRoot({ env, cwd })
  const read = <Kept extends { readonly id: string }>(toKept: (file: FactFile) => Kept) => {
    const memory = mapMemory(openArea(root), openContracts({ directory, env, cwd: root }), toKept)
    for (const { path, reason } of memory.ignored) writeError(stderr, `${path}: ${reason}`)
    const { facts, successorsOf } = memory
    const latest = facts.filter(({ id }) => successorsOf(id).length === 0)
    return { ...memory, latest, listed: all ? facts : latest }
  }
  if (format === 'json') {
    const { listed, successorsOf, ignored } = read((file) => file)
    await writeParts(stdout, jsonParts(root, listed, successorsOf, ignored), (output, text) =>
      output.write(text),
    )
    return
  }
  const memory = read(toListed)
  if (memory.listed.length === 0) {
    writeText(stdout, `The memory of ${escapeText(root)} is empty\n`)
    return
  }
  const today = new Date().toISOString().slice(0, 10)
  const colors = picocolors.createColors(supportsColor(stdout, env))
  const rows = {
    *[Symbol.iterator]() {
      yield ['Fact', 'Type', 'Scope', 'State', 'Title'].map((text) => ({ text, style: colors.bold }))
      for (const fact of memory.listed)
        yield rowOf(fact, all ? memory.successorsOf(fact.id) : [], today, colors)
    },
  }
  await writeParts(stdout, linesOf(tableRows(rows, stdout)))
  writeText(stdout, `\n${formatSummary(memory.facts, memory.latest, all)}\n`)
}

function* linesOf(rows: Iterable<string>): Generator<string> {
  for (const row of rows) yield `${row}\n`
}

/** The JSON text of the whole list, fact by fact: it can be as long as the memory. */
function* jsonParts(
  root: string,
  listed: readonly FactFile[],
  successorsOf: Memory<FactFile>['successorsOf'],
  ignored: Memory<FactFile>['ignored'],
): Generator<string> {
  yield `{"root":${toJson(root)},"facts":[`
  for (const [index, fact] of listed.entries())
    yield `${index === 0 ? '' : ','}${toJson({ ...fact, supersededBy: successorsOf(fact.id) })}`
  yield `],"ignored":${toJson(ignored)}}\n`
}

/** What the table shows of a fact. */
type ListedFact = ReturnType<typeof toListed>

function toListed({ id, fact, problem, violations }: FactFile) {
  if (!fact) return { id, fact, problem, violations: violations.slice(0, 1) }
  const { type, scope, title, expires } = fact
  return { id, fact: { type, scope, title, expires }, problem, violations }
}

function rowOf(
  listed: ListedFact,
  supersededBy: readonly string[],
  today: string,
  { red, dim }: ReturnType<typeof picocolors.createColors>,
): readonly Cell[] {
  const { id, fact } = listed
  const state = stateOf({ ...listed, supersededBy }, today)
  const row = [id, fact?.type ?? '', fact?.scope ?? '', state, titleOf(listed)]
  const styled = (style: (text: string) => string) => row.map((text) => ({ text, style }))
  if (fact === undefined) return styled(red)
  return supersededBy.length > 0 ? styled(dim) : row
}

/** An invalid fact is not current. */
function formatSummary(facts: readonly ListedFact[], latest: readonly ListedFact[], all: boolean): string {
  const superseded = facts.length - latest.length
  const invalid = latest.filter(({ fact }) => fact === undefined).length
  return [
    pluralize(latest.length - invalid, 'current fact'),
    ...(invalid > 0 ? [`${invalid} invalid`] : []),
    `${superseded} superseded${all || superseded === 0 ? '' : '; list them with --all'}`,
  ].join(', ')
}

function stateOf(entry: ListedFact & { readonly supersededBy: readonly string[] }, today: string): string {
  const state = factState(entry, today)
  switch (state.name) {
    case 'superseded':
      return `superseded by ${state.by.join(', ')}`
    case 'expired':
      return `expired ${state.on}`
    case 'current':
      return isExpired(state.fact, today) === undefined
        ? `current; expires is no date: ${state.fact.expires ?? ''}`
        : 'current'
    case 'invalid':
      return 'invalid'
  }
}

const titleOf = ({ fact, problem, violations: [violation] }: ListedFact): string =>
  fact?.title ?? problem ?? `${violation?.path ?? ''} ${violation?.message ?? ''}`
