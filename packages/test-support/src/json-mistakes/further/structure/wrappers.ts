import { insertAt, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { anywhere, around } from '../kinds.ts'
import { listsIn } from '../members.ts'

/** The artifact or a list in another structure. */
export const wrapperMistakes: readonly Mistake[] = [
  around('artifact in an array', (random) => ['[', random.pick([']', ',]'])]),
  around('artifact in a member', (random, { contract }) => {
    const [noun = ''] = contract.split('.')
    const name = random.pick([noun, 'artifact', 'result', 'data'])
    return random.chance(0.5) ? [`{"${name}": `, '}'] : [`{"response": {"${name}": `, '}}']
  }),
  around('artifact in doubled braces', () => ['{', '}']),
  around('artifact as the arguments of a tool call', (random) => [
    `{"name": "${random.pick(['write', 'save_artifact', 'submit'])}", "arguments": `,
    '}',
  ]),
  anywhere('list in a list', (json) =>
    listsIn(json).map(({ open, close }) => [insertAt(open.start, '['), insertAt(close.end, ']')]),
  ),
  anywhere('list as an object with indices', (json) =>
    listsIn(json).map(({ open, close, items }) => [
      replace(open, '{'),
      ...items.map(({ start }, index) => insertAt(start, `"${index}": `)),
      replace(close, '}'),
    ]),
  ),
]
