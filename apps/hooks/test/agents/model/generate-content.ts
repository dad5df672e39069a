import { type Message, type Protocol, writeEvent } from './protocol.ts'

interface Part {
  readonly text?: string
  readonly functionResponse?: { readonly response: unknown }
}

interface Content {
  readonly role?: string
  readonly parts?: readonly Part[]
}

interface Request {
  readonly contents: readonly Content[]
  readonly systemInstruction?: Content
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[]
}

/** Google's Gemini API, for Gemini CLI. */
export const generateContentApi: Protocol = {
  isTurn: (path) => path.includes(':streamGenerateContent'),
  parse: (body) => {
    const { contents, systemInstruction, tools = [] } = body as Request
    return {
      messages: [
        ...(systemInstruction?.parts ?? []).map(({ text = '' }) => ({ channel: 'system prompt', text })),
        ...contents.flatMap(({ role = 'user', parts = [] }) =>
          role === 'model' ? [] : parts.map((part) => toMessage(role, part)),
        ),
      ],
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
    }
  },
  respond: (response, action, id) => {
    const part =
      'text' in action
        ? { text: action.text }
        : { functionCall: { id: `call_${id}`, name: action.tool, args: action.input } }
    writeEvent(response, {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    })
  },
}

const toMessage = (role: string, { text, functionResponse }: Part): Message =>
  functionResponse === undefined
    ? { channel: `${role} message`, text: text ?? '' }
    : { channel: 'tool result', text: JSON.stringify(functionResponse.response) }
