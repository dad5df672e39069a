import { compileSchema } from '@workbench/contracts'

const { validateText } = compileSchema({
  type: 'object',
  properties: { effort: { type: 'number' }, count: { type: 'integer' }, title: { type: 'string' } },
  additionalProperties: false,
})

const messagesOf = (text: string): string => {
  const verdict = validateText(text)
  return verdict.valid ? '' : verdict.violations.map(({ message }) => message).join('\n')
}

describe('the message of a number', () => {
  it.each([
    ['{"effort":"4,5"}', 'received the string "4,5"; it has a decimal comma, write 4.5'],
    ['{"effort":"-0,25"}', 'it has a decimal comma, write -0.25'],
    ['{"effort":"1.200,00"}', 'it has a decimal comma, write 1200'],
    ['{"effort":4,5}', 'received "5": 4,5 has a decimal comma, write 4.5; or '],
    ['{"effort":4,5\n}', '4,5 has a decimal comma, write 4.5'],
    ['{"effort":-12,75,"title":"a"}', '-12,75 has a decimal comma, write -12.75'],
    ['{"effort":0,125, "title":"a"}', '0,125 has a decimal comma, write 0.125'],
  ])('names the decimal comma of %s', (text, message) => {
    expect(messagesOf(text)).toContain(message)
  })

  it.each([
    '{"effort":"1,500"}',
    '{"effort":"1,234,567"}',
    '{"effort":"1,234.5"}',
    '{"effort":"4,5,6"}',
    '{"count":"4,5"}',
    '{"effort":1,500}',
    '{"effort":1,2,3}',
    '{"effort":4, 5}',
    '{"title":a4,5}',
    '{"title":2026-03-04,5}',
    '{"effort":4,5:6}',
    '{"effort":[4,5]}',
  ])('names no decimal comma of %s', (text) => {
    expect(messagesOf(text)).toMatch(/^Expected /)
    expect(messagesOf(text)).not.toContain('decimal comma')
  })
})
