import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import type { PatchOperation } from '../../src/patches/patch.ts'
import type { Json } from '../../src/values/json.ts'
import { patchText } from '../../src/patches/patch-text.ts'
import { segments, token } from '../../src/values/pointer.ts'

const pretty = `{
  "schema": "finding.v1", "severity": "High",
  "tags": "api",
  "finding": {
    "id": "F-1",
    "evidence": [
      { "kind": "file" }
    ]
  },
  "empty": {}
}
`

const lines = (text: string): string[] => text.split('\n')

describe('patchText()', () => {
  test.each<[string, PatchOperation, string[], string[]]>([
    [
      'replaces a scalar',
      { op: 'replace', path: '/severity', value: 'high' },
      ['  "schema": "finding.v1", "severity": "High",'],
      ['  "schema": "finding.v1", "severity": "high",'],
    ],
    [
      'puts a value into a list',
      { op: 'replace', path: '/tags', value: ['api'] },
      ['  "tags": "api",'],
      ['  "tags": ["api"],'],
    ],
    [
      'renames a member',
      { op: 'move', from: '/finding/evidence', path: '/finding/proofs' },
      ['    "evidence": ['],
      ['    "proofs": ['],
    ],
    [
      'moves a member to the object around it, with the indentation there',
      { op: 'move', from: '/finding/evidence', path: '/evidence' },
      ['    "id": "F-1",', '    "evidence": [', '      { "kind": "file" }', '    ]', '  "empty": {}'],
      ['    "id": "F-1"', '  "empty": {},', '  "evidence": [', '    { "kind": "file" }', '  ]'],
    ],
    [
      'moves a member into an object',
      { op: 'move', from: '/severity', path: '/finding/severity' },
      ['  "schema": "finding.v1", "severity": "High",', '    ]'],
      ['  "schema": "finding.v1",', '    ],', '    "severity": "High"'],
    ],
    [
      'takes the only item out of a list',
      { op: 'move', from: '/finding/evidence/0', path: '/finding/evidence' },
      ['    "evidence": [', '      { "kind": "file" }', '    ]'],
      ['    "evidence": { "kind": "file" }'],
    ],
    [
      'adds a member',
      { op: 'add', path: '/a~1b', value: {} },
      ['  "empty": {}'],
      ['  "empty": {},', '  "a/b": {}'],
    ],
    ['removes an empty object', { op: 'remove', path: '/empty' }, ['  },', '  "empty": {}'], ['  }']],
  ])('%s and changes nothing else', (_, operation, removed, added) => {
    const patched = lines(patchText(pretty, [[operation]]))
    const original = lines(pretty)
    expect(original.filter((line) => !patched.includes(line))).toEqual(
      removed.filter((line) => !added.includes(line)),
    )
    for (const line of added) expect(patched).toContain(line)
    expect(() => JSON.parse(patched.join('\n')) as unknown).not.toThrow()
  })

  test.each<[string, PatchOperation]>([
    [
      'takes one of several members out of two objects',
      { op: 'move', from: '/finding/evidence/0', path: '/finding' },
    ],
    ['removes a member with content', { op: 'remove', path: '/tags' }],
    ['removes a list', { op: 'remove', path: '/finding/evidence' }],
    ['replaces a member by another one', { op: 'move', from: '/tags', path: '/severity' }],
    ['adds a member that exists', { op: 'add', path: '/tags', value: 1 }],
    ['takes one of several members out of an object', { op: 'move', from: '/finding/id', path: '/finding' }],
    ['moves a member that does not exist', { op: 'move', from: '/nothing', path: '/a' }],
    ['moves into a scalar', { op: 'move', from: '/tags', path: '/severity/tags' }],
    ['moves an object into itself', { op: 'move', from: '/finding', path: '/finding/finding' }],
    ['replaces a member that does not exist', { op: 'replace', path: '/nothing', value: 1 }],
  ])('rejects an operation that %s', (_, operation) => {
    expect(patchText(pretty, [[operation]])).toBe(pretty)
  })

  test('changes nothing for a patch of which one operation does not apply, and applies the others', () => {
    const rename = { op: 'move', from: '/tags', path: '/labels' } as const
    const move = { op: 'move', from: '/finding/evidence', path: '/evidence' } as const
    const impossible = { op: 'replace', path: '/nothing', value: 1 } as const
    expect(patchText(pretty, [[move, impossible], [rename]])).toBe(pretty.replace('"tags"', '"labels"'))
  })

  test('applies thousands of patches', () => {
    const text = JSON.stringify({ list: Array.from({ length: 8000 }, () => ({ a: 1 })) }, undefined, 2)
    const renames = Array.from({ length: 8000 }, (_, index) => [
      { op: 'move' as const, from: `/list/${index}/a`, path: `/list/${index}/b` },
    ])
    expect(patchText(text, renames)).toBe(text.replaceAll('"a"', '"b"'))
  })

  test('has the result of RFC 6902 for random values, operations and formatting', () => {
    const runs = repetitions(600, 3000)
    let applied = 0
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 3 }),
        fc.constantFrom(undefined, 2, '\t'),
        fc.infiniteStream(fc.nat()),
        (json, indent, random) => {
          const value = JSON.parse(json) as Json
          const text = JSON.stringify(value, undefined, indent)
          const next = (length: number) => (random.next().value as number) % length
          const pointers = pointersIn(value)
          const pick = () => pointers[next(pointers.length)] ?? ''
          const operation: PatchOperation = [
            { op: 'replace' as const, path: pick(), value: { new: [1] } },
            { op: 'move' as const, from: pick(), path: `${pick()}/new` },
            { op: 'move' as const, from: pick(), path: pick() },
            { op: 'add' as const, path: `${pick()}/new`, value: 'x' },
            { op: 'remove' as const, path: pick() },
          ][next(5)] as PatchOperation
          const patched = patchText(text, [[operation]])
          if (patched === text) return
          applied++
          expect(JSON.parse(patched)).toEqual(expected(value, operation))
        },
      ),
      { numRuns: runs },
    )
    expect(applied).toBeGreaterThan(runs / 10)
  })
})

function pointersIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return ['']
  return [
    '',
    ...Object.entries(value).flatMap(([name, child]) =>
      pointersIn(child).map((below) => token(name) + below),
    ),
  ]
}

/** Applies an operation to a value. Object members only. */
function expected(value: Json, operation: PatchOperation): Json {
  const copy = structuredClone({ root: value }) as Record<string, Json>
  const holderOf = (path: string): [Record<string, Json>, string] => {
    const names = ['root', ...segments(path)]
    const holder = names.slice(0, -1).reduce((node, name) => node[name] as Record<string, Json>, copy)
    return [holder, names.at(-1) ?? '']
  }
  const take = (path: string): Json => {
    const [holder, name] = holderOf(path)
    const taken = holder[name] as Json
    if (Array.isArray(holder)) holder.splice(Number(name), 1)
    else Reflect.deleteProperty(holder, name)
    return taken
  }
  const put = (path: string, added: Json) => {
    const [holder, name] = holderOf(path)
    Object.defineProperty(holder, name, {
      value: added,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  if (operation.op === 'move') {
    const isUnwrap = operation.from.startsWith(`${operation.path}/`)
    const moved = isUnwrap ? structuredClone(at(copy, operation.from)) : take(operation.from)
    put(operation.path, moved)
  } else if (operation.op === 'remove') take(operation.path)
  else put(operation.path, operation.value)
  return copy['root'] as Json
}

const at = (copy: Record<string, Json>, path: string): Json =>
  ['root', ...segments(path)].reduce<Json>((node, name) => (node as Record<string, Json>)[name] as Json, copy)
