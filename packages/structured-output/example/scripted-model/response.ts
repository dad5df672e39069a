import { calledTool, callId, DONE, type ModelRequest, type ModelResponse } from './types.ts'

/** https://developers.openai.com/api/reference/resources/responses */
export function response(request: ModelRequest, text: string | undefined): ModelResponse {
  const name = calledTool(request, text)
  const part = { type: 'output_text', text: text ?? DONE, annotations: [], logprobs: [] }
  const item =
    name === undefined
      ? { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [part] }
      : { type: 'function_call', id: 'fc_1', call_id: callId(), name, arguments: text, status: 'completed' }
  const body = {
    id: 'resp_1',
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'scripted',
    output: [item],
    parallel_tool_calls: false,
    tool_choice: 'auto',
    tools: [],
    usage: {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    },
  }
  return { body, events: [{ type: 'response.completed', sequence_number: 0, response: body }] }
}
