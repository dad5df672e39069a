import type { Random } from '../../../artifacts/random.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
import { around, throughout } from '../kinds.ts'

const FENCE = '```'

const before = (random: Random): string =>
  random.pick(['Here is the artifact:\n\n', "Sure! I've written it as requested.\n", 'Finished. '])

const after = (random: Random): string =>
  random.pick([
    '\n\nLet me know if you need anything else!',
    '\nI hope this helps.',
    "\n\nNote: I couldn't run anything here.",
    ' That is all.',
  ])

/** Text around the artifact that says nothing about it. */
export const frameMistakes: readonly Mistake[] = [
  around('code fence of JSON', (random) => [`${FENCE}json\n`, random.pick([`\n${FENCE}`, `\n${FENCE}\n`])]),
  around('code fence of another language', (random) =>
    random.pick([
      [`${FENCE}\n`, `\n${FENCE}`] as const,
      [`${FENCE}javascript\n`, `\n${FENCE}\n`] as const,
      [`${FENCE}json5\n`, `\n${FENCE}`] as const,
      ['~~~json\n', '\n~~~\n'] as const,
    ]),
  ),
  around('opening code fence only', () => [`${FENCE}json\n`, '']),
  around('closing code fence only', () => ['', `\n${FENCE}`]),
  around('code fence around a text with a code fence', () => [`${FENCE}json\n`, `\n${FENCE}\n`], {
    reword: (text, random) => atRandomSpace(text, random, '\n```sh\npnpm test\n```\n'),
  }),
  around('sentence before the artifact', (random) => [before(random), '']),
  around('sentence after the artifact', (random) => ['', after(random)]),
  around('reasoning before the artifact', (random) => [
    random.pick([
      '<think>\nThe user wants JSON. I will write it now.\n</think>\n\n',
      '**Plan**\n\n1. Read everything.\n2. Write it.\n\n',
    ]),
    '',
  ]),
  around('sentences and a code fence', (random) => [
    `${before(random)}${FENCE}json\n`,
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
