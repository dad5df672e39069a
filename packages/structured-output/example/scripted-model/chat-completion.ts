import { calledTool, callId, DONE, type ModelRequest, type ModelResponse } from './types.ts'

/** https://developers.openai.com/api/reference/resources/chat */
export function chatCompletion(request: ModelRequest, text: string | undefined): ModelResponse {
  const name = calledTool(request, text)
  const call = { index: 0, id: callId(), type: 'function', function: { name, arguments: text } }
  const content = name === undefined ? { content: text ?? DONE } : { content: null, tool_calls: [call] }
  const finish = name === undefined ? 'stop' : 'tool_calls'
  const common = { id: 'chat_1', created: 0, model: 'scripted' }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const choice = { index: 0, finish_reason: finish, logprobs: null }
  const chunk = { ...common, object: 'chat.completion.chunk' }
  return {
    body: {
      ...common,
      object: 'chat.completion',
      choices: [{ ...choice, message: { role: 'assistant', ...content } }],
      usage,
    },
    events: [
      { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', ...content }, finish_reason: null }] },
      { ...chunk, choices: [{ ...choice, delta: {} }], usage },
    ],
  }
}
