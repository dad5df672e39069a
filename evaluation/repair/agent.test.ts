import { commandAgent } from './agent.ts'
import type { Case } from './corpus/case.ts'

const broken = { contract: 'finding.v1', text: '{"id": 1,}' } as Case
const answer = { length: 0, violations: [{ path: '', keyword: 'syntax' }] }
const node = (program: string) => `${JSON.stringify(process.execPath)} -e ${JSON.stringify(program)}`

it('commandAgent() gives the program the contract, the text and the answer, and takes what it writes', async () => {
  const echo = node('process.stdin.pipe(process.stdout)')
  const { text, value } = await commandAgent(echo)(broken, answer)
  expect(JSON.parse(text)).toEqual({ ...broken, answer: { violations: answer.violations } })
  expect(value).toEqual(JSON.parse(text))
})

it('commandAgent() takes a text that is not JSON, of a program that does not read its input', async () => {
  const rewritten = await commandAgent(node("console.log('no'); process.exitCode = 1"))(broken, answer)
  expect(rewritten).toMatchObject({ text: 'no\n', value: undefined })
})

it('commandAgent() keeps a byte-order mark that the program writes', async () => {
  const { text } = await commandAgent(node("process.stdout.write('\\uFEFF{}')"))(broken, answer)
  expect(text).toBe('\uFEFF{}')
})

it('commandAgent() throws if the shell does not find the program', async () => {
  await expect(commandAgent('no-such-program-here 2>/dev/null')(broken, answer)).rejects.toThrow(
    'Cannot run the agent',
  )
})
