import type { Random } from '../../../artifacts/random.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
import { around, throughout } from '../kinds.ts'

const FENCE = '```'

const opening = (random: Random): string =>
  random.pick([`${FENCE}json\n`, `${FENCE}json\n`, `${FENCE}\n`, `${FENCE}javascript\n`, `${FENCE}json5\n`])

const before = (random: Random): string =>
  random.pick([
    'Here is the artifact:\n\n',
    "Sure! I've written it as requested.\n",
    'Done. ',
    '<think>\nThe user wants a file. I will write it now.\n</think>\n\n',
  ])

const after = (random: Random): string =>
  random.pick([
    '\n\nLet me know if you need anything else!',
    '\nI hope this helps.',
    "\n\nNote: I couldn't run anything here.",
    ' That is all.',
  ])

/** Text around the artifact that says nothing about it. */
export const frameMistakes: readonly Mistake[] = [
  around('code fence', (random) =>
    random.chance(0.8)
      ? [opening(random), random.pick([`\n${FENCE}`, `\n${FENCE}\n`])]
      : ['~~~json\n', '\n~~~\n'],
  ),
  around('one code fence only', (random) =>
    random.chance(0.5) ? [opening(random), ''] : ['', `\n${FENCE}`],
  ),
  around('code fence around a text with a code fence', (random) => [opening(random), `\n${FENCE}\n`], {
    reword: (text, random) => atRandomSpace(text, random, '\n```sh\npnpm test\n```\n'),
  }),
  around('sentence beside the artifact', (random) =>
    random.chance(0.5) ? [before(random), ''] : ['', after(random)],
  ),
  around('sentences and a code fence', (random) => [
    before(random) + opening(random),
    `\n${FENCE}${after(random)}`,
  ]),
  around('artifact in tags', (random) => {
    const tag = random.pick(['json', 'output', 'answer', 'artifact', 'pre'])
    return [`<${tag}>\n`, `\n</${tag}>`]
  }),
  around('format before the artifact', (random) => [
    random.pick(['json\n', 'JSON: ', 'json:', 'data: ', 'Content-Type: application/json\n\n']),
    '',
  ]),
  around('token or literal after the artifact', (random) => [
    '',
    random.pick(['<|im_end|>', '<|endoftext|>', '</s>', '\nundefined', '\nnull', '\n{}', ' EOF']),
  ]),
  throughout('artifact written again', ({ text }, random) =>
    random.pick([
      `${text.trimEnd()}\n${text}`,
      `${text.trimEnd()}\n${text.slice(0, 40)}`,
      `${text.slice(0, 25)}\n${text}`,
    ]),
  ),
]
