import { generateContentApi } from './generate-content.ts'
import { messagesApi } from './messages.ts'
import type { ModelRequest } from './protocol.ts'
import { responsesApi } from './responses.ts'
import { startModel } from './scripted-model.ts'

const protocols = [
  {
    name: 'Messages',
    protocol: messagesApi,
    path: '/v1/messages?beta=true',
    body: (texts: readonly string[]) => ({
      messages: texts.map((content) => ({ role: 'user', content })),
      tools: [{ name: 'Write' }],
    }),
  },
  {
    name: 'Responses',
    protocol: responsesApi,
    path: '/v1/responses',
    body: (texts: readonly string[]) => ({
      input: texts.map((text) => ({ type: 'message', role: 'user', content: [{ text }] })),
      tools: [{ type: 'function', name: 'Write' }],
    }),
  },
  {
    name: 'generateContent',
    protocol: generateContentApi,
    path: '/v1beta/models/m:streamGenerateContent?alt=sse',
    body: (texts: readonly string[]) => ({
      contents: texts.map((text) => ({ role: 'user', parts: [{ text }] })),
      tools: [{ functionDeclarations: [{ name: 'Write' }] }],
    }),
  },
]

describe.each(protocols)('startModel(), with the protocol $name,', ({ protocol, path, body }) => {
  const arrivals: ModelRequest[] = []

  async function run(
    requests: readonly (readonly string[])[],
  ): Promise<{ answers: string[]; problems: string[] }> {
    arrivals.length = 0
    const model = await startModel(protocol, {
      *'Task.'(first) {
        arrivals.push(first)
        arrivals.push(yield { tool: 'Write', input: { path: 'a.json' } })
      },
    })
    try {
      const answers: string[] = []
      for (const texts of requests) {
        const response = await fetch(model.url + path, { method: 'POST', body: JSON.stringify(body(texts)) })
        answers.push(await response.text())
      }
      return { answers, problems: model.problems() }
    } finally {
      await model.close()
    }
  }

  it('responds with the actions of the script, and gives it the new messages of each request', async () => {
    const { answers, problems } = await run([['Task.'], ['Task.', 'written', 'written']])
    expect(answers[0]).toContain('a.json')
    expect(answers[1]).toContain('done')
    expect(problems).toEqual([])
    expect(arrivals.map(({ messages }) => messages.map(({ text }) => text).filter(Boolean))).toEqual([
      ['Task.'],
      ['written', 'written'],
    ])
    expect(arrivals[0]?.tools).toEqual(['Write'])
  })

  it('answers conversations without a script', async () => {
    expect((await run([['A title?']])).answers[0]).toContain('ok')
  })

  it('reports a script that did not reach its end, and a request after the end', async () => {
    expect((await run([['Task.']])).problems).toEqual([expect.stringContaining('ended after 1 actions')])
    const late = await run([['Task.'], ['Task.', 'a'], ['Task.', 'a', 'b']])
    expect(late.problems).toEqual([expect.stringContaining('continued after its end')])
  })
})
