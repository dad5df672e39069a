import { agents } from './programs/tested-agents.ts'
import { replaceSection, table } from './table.ts'

const [first, second] = agents
const check = { what: 'A broken artifact', event: 'after a tool' }

describe('table()', () => {
  it('has a row for each check, and a column for each agent', () => {
    if (!first || !second) throw new Error('Expected two agents')
    const told = { problems: [], checks: [{ ...check, channel: 'system message' }] }
    const limited = { problems: [], checks: [{ ...check, channel: undefined, limit: 'no such event' }] }
    const failed = { problems: [], checks: [{ ...check, channel: undefined }] }
    const tested = [
      { agent: first, results: [told] },
      { agent: second, results: [limited] },
      { agent: first, results: [failed] },
      { agent: second, results: [] },
    ]
    expect(table(tested).split('\n').at(-1)).toBe(
      '| after a tool | A broken artifact | system message | no: no such event | **not told** |  |',
    )
  })
})

describe('replaceSection()', () => {
  const page = 'before\n<!-- test:agents -->\nold\n<!-- /test:agents -->\nafter\n'

  it('replaces what is between the markers', () => {
    expect(replaceSection(page, 'new')).toBe(
      'before\n<!-- test:agents -->\n\nnew\n\n<!-- /test:agents -->\nafter\n',
    )
  })

  it('throws if the page has no markers', () => {
    expect(() => replaceSection('', 'new')).toThrow('Add the markers')
  })
})
