import type { AnswerViolation } from './answer.ts'
import { fixValue } from './fix-value.ts'

const original = {
  id: 'REQ-031',
  priority: 'must',
  hours: 4,
  notes: ['one', 'two'],
  criteria: [{ given: 'a', when: 'b', then: 'c', extra: 'd' }],
}
const content = (pointer: string): unknown => (original as Record<string, unknown>)[pointer.slice(1)]

const fix = (value: unknown, ...violations: AnswerViolation[]) => fixValue(value, violations, content)

describe('fixValue()', () => {
  it('applies the operations of `fix`, once if two violations have the same', () => {
    const move = [{ op: 'move', from: '/inner/id', path: '/id' }]
    const violations = [
      { path: '/id', keyword: 'required', fix: move },
      { path: '/inner/id', keyword: 'additionalProperties', fix: move },
    ]
    expect(fix({ inner: { id: 'x' } }, ...violations)).toEqual({ inner: {}, id: 'x' })
  })

  it('replaces a value by its suggestion', () => {
    expect(fix({ priority: 'Must' }, { path: '/priority', keyword: 'enum', suggestion: 'must' })).toEqual({
      priority: 'must',
    })
  })

  it('renames an unexpected member to the suggestion, or to a known name in another case, and deletes it otherwise', () => {
    const keyword = 'additionalProperties'
    expect(fix({ idd: 'x' }, { path: '/idd', keyword, suggestion: 'id' })).toEqual({ id: 'x' })
    expect(fix({ user_id: 'x' }, { path: '/user_id', keyword, expected: ['userId'] })).toEqual({
      userId: 'x',
    })
    expect(fix({ x: 'x', id: 'y' }, { path: '/x', keyword, suggestion: 'id' })).toEqual({ id: 'y' })
    expect(fix({ x: 'x' }, { path: '/x', keyword, expected: ['id'] })).toEqual({})
  })

  it('fills in its content in the shape of the template, without members that the template does not have', () => {
    const template = [{ given: 'text', when: 'text', then: 'text', status: 'open' }]
    expect(fix({}, { path: '/criteria', keyword: 'required', template })).toEqual({
      criteria: [{ given: 'a', when: 'b', then: 'c', status: 'open' }],
    })
    expect(fix({ criteria: 'a' }, { path: '/criteria', keyword: 'type', template: [] })).toEqual({
      criteria: [],
    })
    expect(fix({}, { path: '/notes', keyword: 'required', template: [] })).toEqual({ notes: ['one', 'two'] })
    expect(fix({}, { path: '/unknown', keyword: 'required', template: 0 })).toEqual({ unknown: 0 })
  })

  it('writes a text for a missing member that the answer does not describe, not its content', () => {
    expect(fix({}, { path: '/hours', keyword: 'required' })).toEqual({ hours: 'to be written' })
  })

  it('does not replace a member that another violation has renamed', () => {
    const violations = [
      { path: '/id', keyword: 'required', template: 'text' },
      { path: '/Id', keyword: 'additionalProperties', suggestion: 'id' },
    ]
    expect(fix({ Id: 'x' }, ...violations)).toEqual({ id: 'x' })
  })

  it('fixes a value under its wrong name or under the right one, and the name', () => {
    const rename = { path: '/Hours', keyword: 'additionalProperties', suggestion: 'hours' }
    const type = { keyword: 'type', suggestion: 4 }
    expect(fix({ Hours: '4' }, rename, { ...type, path: '/Hours' })).toEqual({ hours: 4 })
    expect(fix({ Hours: '4' }, { ...type, path: '/hours' }, rename)).toEqual({ hours: 4 })
  })

  it('adds a missing member to an object that another violation has moved', () => {
    const unwrap = { path: '', keyword: 'type', fix: [{ op: 'move', from: '/0', path: '' }] }
    const required = { path: '/0/inner/id', keyword: 'required', template: 'text' }
    expect(fix([{ inner: {} }], unwrap, required)).toEqual({ inner: { id: 'text' } })
  })

  it('writes the content of a listed type, or a value of that type', () => {
    expect(fix({ hours: '4h' }, { path: '/hours', keyword: 'type', expected: 'number' })).toEqual({
      hours: 4,
    })
    expect(fix({ x: '4h' }, { path: '/x', keyword: 'type', expected: ['integer', 'null'] })).toEqual({ x: 1 })
    expect(fix({ criteria: 'a' }, { path: '/criteria', keyword: 'type', expected: 'array' })).toEqual({
      criteria: [],
    })
  })

  it('takes the only object of a list, and the object that a string encodes', () => {
    const violation = { path: '', keyword: 'type', expected: 'object', template: { id: 'text' } }
    expect(fix([{ id: 'x' }], violation)).toEqual({ id: 'x' })
    expect(fix('{"id":"x"}', violation)).toEqual({ id: 'x' })
    expect(fix('{id', violation)).toEqual({ id: 'text' })
  })

  it('picks the meant value of a list of allowed values, otherwise the one in another case, otherwise the first', () => {
    const violation = (path: string, expected: unknown[]) => ({ path, keyword: 'enum', expected })
    expect(fix({ priority: 'P0' }, violation('/priority', ['should', 'must']))).toEqual({ priority: 'must' })
    expect(fix({ x: 'IN_REVIEW' }, violation('/x', ['done', 'in-review']))).toEqual({ x: 'in-review' })
    expect(fix({ x: 'other' }, violation('/x', ['done', 'open']))).toEqual({ x: 'done' })
  })

  it('cuts a text to the limit in code points, and moves a number into its bounds', () => {
    expect(fix({ x: '🌙🌙🌙' }, { path: '/x', keyword: 'maxLength', expected: 2 })).toEqual({ x: '🌙🌙' })
    expect(fix({ x: 20 }, { path: '/x', keyword: 'maximum', expected: 1 })).toEqual({ x: 1 })
  })

  it('deletes a member that must be absent', () => {
    expect(fix({ x: 1 }, { path: '/x', keyword: 'properties', expected: false })).toEqual({})
  })

  it('applies violations of items from the last to the first, so that the pointers stay right', () => {
    const remove = (index: number) => ({
      path: `/${index}`,
      keyword: 'x',
      fix: [{ op: 'remove', path: `/${index}` }],
    })
    expect(fix(['a', 'b', 'c'], remove(0), remove(1))).toEqual(['c'])
  })

  it('leaves out an operation that cannot be applied, and does not modify its argument', () => {
    const value = { id: 'x' }
    const violation = { path: '/y', keyword: 'x', fix: [{ op: 'replace', path: '/y', value: 1 }] }
    expect(fix(value, violation, { path: '/id', keyword: 'enum', suggestion: 'z' })).toEqual({ id: 'z' })
    expect(value).toEqual({ id: 'x' })
  })
})
