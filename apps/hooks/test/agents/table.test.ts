import { readFileSync } from 'node:fs'

import { agents } from './programs/tested-agents.ts'
import type { ScenarioResult } from './run-scenario.ts'
import { scenarios } from './scenarios/scenarios.ts'
import { COLUMNS, limitsOf, replaceSection, rowName, sectionOf, table } from './table.ts'

const page = readFileSync(new URL('../../../../docs/agents.md', import.meta.url), 'utf8')

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

describe('the table in docs/agents.md', () => {
  const [heading = '', , ...rows] = sectionOf(page)
    .split('\n')
    .filter((line) => line.startsWith('|'))

  it('has the columns of the scenarios and a row for each tested agent, as the last full run wrote them', () => {
    expect(cellsOf(heading)).toEqual(COLUMNS)
    expect(COLUMNS).toEqual(
      expect.arrayContaining([
        'install',
        'event',
        'rejection',
        'memory',
        'Stop',
        'recall',
        'subfolder',
        'worktree',
      ]),
    )
    expect(rows.map((row) => cellsOf(row)[0])).toEqual(agents.map(rowName))
  })

  it('has no failure', () => {
    expect(rows.join('\n')).not.toContain('**not told**')
  })
})

describe('table() and limitsOf()', () => {
  it('have where the model was told, and why it was not', () => {
    const [agent] = agents
    if (!agent) throw new Error('Expected an agent')
    const check = { what: 'A fact', event: 'at the start' }
    const result = (column: string, channel: string | undefined, limit?: string): ScenarioResult => ({
      scenario: scenarios.find((scenario) => scenario.column === column) ?? { name: '', scripts: () => ({}) },
      checks: [{ ...check, channel, ...(limit !== undefined && { limit }) }],
      problems: [],
    })
    const results = [result('recall', 'system message'), result('Stop', undefined, 'no such event')]
    const [, , row = ''] = table([{ agent, results }]).split('\n')
    const cells = new Map(cellsOf(row).map((cell, index) => [COLUMNS[index], cell]))
    expect(cells.get('event')).toBe('`PostToolUse`')
    expect(cells.get('recall')).toBe('system message')
    expect(cells.get('Stop')).toBe('no')
    expect(cells.get('memory')).toBe('**not told**')
    expect(limitsOf([{ agent, results }])).toBe('- Claude Code, at the start: A fact: no such event.')
  })
})

describe('replaceSection()', () => {
  it('replaces what is between the markers', () => {
    expect(replaceSection('before\n<!-- test:agents -->\nold\n<!-- /test:agents -->\nafter\n', 'new')).toBe(
      'before\n<!-- test:agents -->\n\nnew\n\n<!-- /test:agents -->\nafter\n',
    )
  })

  it('throws if the page has no markers', () => {
    expect(() => replaceSection('', 'new')).toThrow('Add the markers')
  })
})
