import { type Action, type Message, type Protocol, writeEvent } from './protocol.ts'

interface Item {
  readonly type: string
  readonly role?: string
  readonly content?: readonly { readonly text?: string }[]
  readonly output?: unknown
  readonly tools?: unknown
}

interface Request {
  readonly instructions?: string
  readonly input: readonly Item[]
  readonly tools?: readonly { readonly type: string; readonly name?: string }[]
}

/** OpenAI's Responses API, for Codex. */
export const responsesApi: Protocol = {
  isTurn: (path) => path.endsWith('/responses'),
  parse: (body) => {
    const { input, tools = [], instructions = '' } = body as Request
    return {
      messages: [{ channel: 'system prompt', text: instructions }, ...input.flatMap(toMessages)],
      tools: tools.map(({ type, name }) => name ?? type),
    }
  },
  respond: (response, action, id) => {
    const send = (type: string, data: object) => writeEvent(response, { type, ...data }, type)
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
    send('response.created', { response: { id: `resp_${id}` } })
    send('response.output_item.done', { output_index: 0, item: toItem(action, id) })
    send('response.completed', { response: { id: `resp_${id}`, usage } })
  },
}

/** The ways to write a call: the argument is a text, the tool searches for tools, or the tool is in a namespace. */
export const CUSTOM = 'custom'
export const SEARCH = 'search'

function toItem(action: Action, id: string): object {
  if ('text' in action)
    return {
      type: 'message',
      role: 'assistant',
      id: `msg_${id}`,
      content: [{ type: 'output_text', text: action.text }],
    }
  const { tool, input, form } = action
  const call_id = `call_${id}`
  if (form === CUSTOM) return { type: 'custom_tool_call', call_id, name: tool, input }
  if (form === SEARCH) return { type: 'tool_search_call', call_id, execution: 'client', arguments: input }
  return {
    type: 'function_call',
    call_id,
    name: tool,
    arguments: JSON.stringify(input),
    ...(form !== undefined && { namespace: form }),
  }
}

function toMessages({ type, role = '', content = [], output, tools }: Item): Message[] {
  if (type === 'message' && role !== 'assistant')
    return content.map(({ text = '' }) => ({ channel: `${role} message`, text }))
  if (type === 'tool_search_output') return [{ channel: 'tool result', text: JSON.stringify(tools) }]
  if (!type.endsWith('_output')) return []
  return [{ channel: 'tool result', text: typeof output === 'string' ? output : JSON.stringify(output) }]
}
