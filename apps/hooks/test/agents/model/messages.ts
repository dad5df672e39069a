import { type Message, type Protocol, writeEvent } from './protocol.ts'

interface Block {
  readonly type: string
  readonly text?: string
  readonly content?: unknown
}

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[]
  readonly tools?: readonly { readonly name: string }[]
  readonly system?: string | readonly Block[]
}

/** Anthropic's Messages API, for Claude Code. */
export const messagesApi: Protocol = {
  isTurn: (path) => path.startsWith('/v1/messages?') || path === '/v1/messages',
  parse: (body) => {
    const { messages, tools = [], system = [] } = body as Request
    return {
      messages: [
        ...blocks(system).map((block) => ({ channel: 'system prompt', text: textOf(block) })),
        ...messages.flatMap(({ role, content }) =>
          role === 'assistant' ? [] : blocks(content).map((block): Message => toMessage(role, block)),
        ),
      ],
      tools: tools.map(({ name }) => name),
    }
  },
  respond: (response, action, id) => {
    const send = (type: string, data: object) => writeEvent(response, { type, ...data }, type)
    const isCall = 'tool' in action
    const usage = { input_tokens: 1, output_tokens: 1 }
    send('message_start', {
      message: { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'scripted', content: [], usage },
    })
    send('content_block_start', {
      index: 0,
      content_block: isCall
        ? { type: 'tool_use', id: `toolu_${id}`, name: action.tool, input: {} }
        : { type: 'text', text: '' },
    })
    send('content_block_delta', {
      index: 0,
      delta: isCall
        ? { type: 'input_json_delta', partial_json: JSON.stringify(action.input) }
        : { type: 'text_delta', text: action.text },
    })
    send('content_block_stop', { index: 0 })
    send('message_delta', { delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' }, usage })
    send('message_stop', {})
  },
}

const blocks = (content: string | readonly Block[]): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const toMessage = (role: string, block: Block): Message => ({
  channel: block.type === 'tool_result' ? 'tool result' : `${role} message`,
  text: textOf(block),
})

function textOf({ text, content }: Block): string {
  if (text !== undefined) return text
  return typeof content === 'string'
    ? content
    : blocks((content ?? []) as readonly Block[])
        .map(textOf)
        .join('\n')
}
