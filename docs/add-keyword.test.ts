import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { recipeIn } from './recipe.ts'

const { copy, steps, commandsOf, pathsOf, run, write, edit } = recipeIn('Add a keyword', {
  '<vocabulary>': 'validation',
  '<keyword>': 'max-items',
})

test('the compiler names what a keyword needs, and without a check its changes are undecided', () => {
  expect(steps).toHaveLength(5)
  const [definition = '', model = ''] = pathsOf(1)
  const source = readFileSync(join(copy, definition.replace('max-items', 'min-items')), 'utf8')
  expect(model).toContain('min-items.ts')
  writeFileSync(
    join(copy, definition),
    source
      .replaceAll('minItems', 'maxItems')
      .replaceAll('>=', '<=')
      .replace(/Array\.from\(.*\)/, 'items.slice(0, limit)'),
  )

  const [list = '', limits = ''] = pathsOf(2)
  edit(list, 'import { maximum }', "import { maxItems } from './validation/max-items.ts'\nimport { maximum }")
  edit(list, '  minItems,\n', '  minItems,\n  maxItems,\n')
  edit(limits, '  readonly minItems: number\n', '  readonly minItems: number\n  readonly maxItems: number\n')
  const [compile = ''] = commandsOf(2)
  const [errors = ''] = run([compile], [1, 2])
  const [phrases = '', sentences = '', corrections = ''] = pathsOf(3)
  const [checks = '', models = ''] = pathsOf(4)
  const files = errors.match(/^[^\s(]+(?=[(:]\d)/gm) ?? []
  expect(new Set(files)).toEqual(new Set([phrases, sentences, corrections, checks, models]))
  expect(errors).toContain('maxItems')

  edit(
    phrases,
    '  minItems: (limit) =>',
    "  maxItems: (limit) => `at most ${pluralize(limit, 'item')}`,\n  minItems: (limit) =>",
  )
  edit(
    sentences,
    '  minItems: (failure) =>',
    '  maxItems: (failure) => expected(failure, String(failure.received)),\n  minItems: (failure) =>',
  )
  edit(corrections, '  minItems: template,', '  maxItems: template,\n  minItems: template,')
  edit(checks, '  required: checkRequired,', "  maxItems: 'undecided',\n  required: checkRequired,")
  edit(
    models,
    '  minItems: copied(',
    "  maxItems: copied((value) => `At most ${count(value, 'item')}.`),\n  minItems: copied(",
  )
  run([compile])

  const schema = { type: 'object', properties: { list: { type: 'array' } } }
  const limited = { type: 'object', properties: { list: { type: 'array', maxItems: 1 } } }
  for (const [directory, contract] of [
    ['old', schema],
    ['new', limited],
  ] as const) {
    mkdirSync(join(copy, directory))
    write(`${directory}/note.v1.schema.json`, { $id: 'note.v1.schema.json', title: 'Note', ...contract })
  }
  for (const directories of ['old new', 'new old']) {
    const [comparison = ''] = run([`pnpm workbench contracts diff ${directories}`], [1])
    expect(comparison).toContain('note.v1 /list: unknown: "maxItems" is not compared')
  }
  write('note.json', { list: [1, 2] })
  const [verdict = ''] = run(['pnpm workbench validate --schemas new note.v1 note.json'], [1])
  expect(verdict).toContain('/list')
  expect(verdict).toContain('at most 1 item')
}, 180_000)
