// Lower bound: splits standard input into lines and parses them.
import { stdin } from 'node:process'

let rest = ''
for await (const chunk of stdin.setEncoding('utf8')) {
  const lines = `${rest}${String(chunk)}`.split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) JSON.parse(line)
}
