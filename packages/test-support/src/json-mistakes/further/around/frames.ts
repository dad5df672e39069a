import type { Mistake } from '../../mistakes/mistake.ts'
import { atRandomSpace } from '../../mistakes/quotes.ts'
import { around, throughout } from '../kinds.ts'

const FENCE = '```'

/** Text around the artifact that says nothing about it. */
export const frameMistakes: readonly Mistake[] = [
  around('code fence of JSON', () => [`${FENCE}json\n`, `\n${FENCE}\n`]),
  around('code fence of another language', (random) => [
    `${FENCE}${random.pick(['', 'javascript', 'json5', 'jsonc', 'python', 'text'])}\n`,
    `\n${FENCE}`,
  ]),
  around('code fence of tildes', () => ['~~~json\n', '\n~~~\n']),
  around('opening code fence only', () => [`${FENCE}json\n`, '']),
  around('closing code fence only', () => ['', `\n${FENCE}`]),
  around('code fence around a text with a code fence', () => [`${FENCE}json\n`, `\n${FENCE}\n`], {
    reword: (text, random) => atRandomSpace(text, random, '\n```sh\npnpm test\n```\n'),
  }),
  around('artifact in backticks', (random) => random.pick([['`', '`'] as const, [FENCE, FENCE] as const])),
  around('sentence before the artifact', (random) => [
    random.pick(['Here is the artifact:\n\n', "Sure! I've written it as requested.\n", 'Done. ']),
    '',
  ]),
  around('sentence after the artifact', (random) => [
    '',
    random.pick([
      '\n\nLet me know if you need anything else!',
      '\nI hope this helps.',
      ' That is all.',
      "\n\nNote: I couldn't run anything here.",
    ]),
  ]),
  around('sentences and a code fence', () => [
    `Here you go:\n\n${FENCE}json\n`,
    `\n${FENCE}\n\nShall I continue?\n`,
  ]),
  around('artifact in tags', (random) => {
    const tag = random.pick(['json', 'output', 'answer', 'artifact'])
    return [`<${tag}>\n`, `\n</${tag}>`]
  }),
  around('artifact in HTML', () => ['<pre><code>', '</code></pre>']),
  around('artifact in CDATA', () => ['<![CDATA[', ']]>']),
  around('reasoning before the artifact', () => [
    '<think>\nThe user wants a file. I will write it now.\n</think>\n\n',
    '',
  ]),
  around('name of the format before the artifact', (random) => [
    random.pick(['json\n', 'JSON: ', 'json:']),
    '',
  ]),
  around('headers before the artifact', () => ['HTTP/1.1 200 OK\nContent-Type: application/json\n\n', '']),
  around('event of a stream', () => ['data: ', '\n\n']),
  around('token of the model after the artifact', (random) => [
    '',
    random.pick(['<|im_end|>', '<|endoftext|>', '</s>', '<|eot_id|>']),
  ]),
  around('literal after the artifact', (random) => [
    '',
    random.pick(['\nundefined', '\nnull', '\nNone', ' EOF']),
  ]),
  throughout('artifact twice', ({ text }) => `${text.trimEnd()}\n${text}`),
  throughout('start of the artifact again', ({ text }) => `${text.trimEnd()}\n${text.slice(0, 40)}`),
  throughout('start of the artifact before the whole one', ({ text }) => `${text.slice(0, 25)}\n${text}`),
  around('empty value beside the artifact', (random) =>
    random.pick([['{}\n', ''] as const, ['', '\n{}'] as const, ['', '\n[]'] as const]),
  ),
]
