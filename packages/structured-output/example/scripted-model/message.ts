import { calledTool, callId, DONE, type ModelRequest, type ModelResponse } from './types.ts'

/** https://platform.claude.com/docs/en/api/messages */
export function message(request: ModelRequest, text: string | undefined): ModelResponse {
  const name = calledTool(request, text)
  const content =
    name === undefined
      ? { type: 'text', text: text ?? DONE }
      : { type: 'tool_use', id: callId(), name, input: JSON.parse(text ?? '{}') as unknown }
  const body = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [content],
    stop_reason: name === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  return { body, events: [] }
}
