import { prose } from '../../../../packages/test-support/src/artifacts/prose.ts'
import { childPointer, parentPointer } from '../../json/pointer.ts'
import { isMembers, type Members } from '../../json/values.ts'
import type { Site } from '../draft.ts'
import { LOSSLESS, LOSSY, replacing, type StructuralMistake } from './structural-mistake.ts'

const EXTRAS: Readonly<Record<string, unknown>> = {
  notes: 'As discussed with the team.',
  created_by: 'claude',
  version: 1,
  timestamp: '2026-03-18T09:12:00Z',
  nextSteps: ['Talk to Anke Großmann'],
  metadata: { model: 'large', temperature: 0.2 },
}

const omitting = (name: string, isAffected: (site: Site) => boolean): StructuralMistake => ({
  name,
  ...LOSSY,
  make(site) {
    if (site.isItem || !site.isRequired || !isAffected(site)) return undefined
    Reflect.deleteProperty(site.container, site.name)
    return [site.pointer]
  },
})

const isNested = ({ pointer }: Site): boolean => pointer.lastIndexOf('/') > 0

/** Content that is missing, too much, or outside of what the contract allows. */
export const contentMistakes: readonly StructuralMistake[] = [
  omitting('missing member', (site) => !isNested(site)),
  omitting('missing nested member', isNested),
  {
    name: 'extra member',
    ...LOSSY,
    make(site, random, draft) {
      const name = random.pick(Object.keys(EXTRAS))
      const pointer = childPointer(parentPointer(site.pointer), name)
      const isUsable = !site.isItem && site.parent['additionalProperties'] === false && draft.isFree(pointer)
      if (!isUsable || name in (site.parent['properties'] as Members)) return undefined
      ;(site.container as Members)[name] = EXTRAS[name]
      return [pointer]
    },
  },
  replacing('too long', LOSSY, ({ schema, value }, random) => {
    const limit = schema['maxLength']
    if (typeof limit !== 'number' || typeof value !== 'string') return undefined
    let text = value
    while (Array.from(text).length <= limit) text += ` ${prose.sentence(random)}`
    return text
  }),
  replacing('out of bounds', LOSSY, ({ schema, value }, random) => {
    if (typeof value !== 'number') return undefined
    if ('maximum' in schema) return random.pick([value * 100 + 5, 1.2, -0.1])
    return 'minimum' in schema ? random.pick([0, -1]) : undefined
  }),
  replacing('wrong pattern', LOSSY, ({ schema, value }, random) => {
    if (!('pattern' in schema) || typeof value !== 'string') return undefined
    return random.pick([
      value.toUpperCase(),
      value.replace('-', '_'),
      value.slice(0, 6),
      value.slice(5),
      `#${value}`,
    ])
  }),
  replacing('reworded constant', LOSSY, ({ name, schema }, random) =>
    'const' in schema && name !== 'schema'
      ? random.pick(['This is not legal advice.', 'Automated assessment, not legal advice.', 'n/a'])
      : undefined,
  ),
  replacing('contract id with another separator or case', LOSSLESS, ({ name, schema, value }, random) => {
    if (name !== 'schema' || !('const' in schema)) return undefined
    const id = String(value)
    return random.pick([
      id.replaceAll(/[.-]/g, '_'),
      id.replace('.', '-'),
      id.charAt(0).toUpperCase() + id.slice(1),
    ])
  }),
  replacing('wrong contract id', LOSSY, ({ name, schema, value }, random) => {
    if (name !== 'schema' || !('const' in schema)) return undefined
    const noun = String(value).replace('.v1', '')
    return random.pick([noun, `${noun}.v2`, `${noun}.schema.json`, '1.0', 'artifact.v1'])
  }),
  replacing('member that must be absent', LOSSY, (site, random, draft) => {
    if (!('if' in site.schema) || !isMembers(site.value)) return undefined
    const blocked = { blockedDays: 1.5, historyRead: false }
    draft.setBoth(site, blocked)
    return { ...blocked, enteredInProgress: prose.timestamp(random) }
  }),
  {
    ...replacing('US date', LOSSY, ({ schema, value }) => {
      const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(value)) ?? []
      return schema['format'] === 'date' && year !== '' ? `${month}/${day}/${year}` : undefined
    }),
    isAccepted: true,
  },
]
