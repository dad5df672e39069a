/**
 * Replaces the content of a section of a Markdown text: the lines between the markers `<!-- bench:<name> -->` and
 * `<!-- /bench:<name> -->`.
 */
export function replaceSection(markdown: string, name: string, content: string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const from = markdown.indexOf(begin)
  const to = markdown.indexOf(end, from)
  if (from < 0 || to < 0) {
    throw new Error(`The document has no section ${name}: add the markers ${begin} and ${end}`)
  }
  return `${markdown.slice(0, from + begin.length)}\n\n${content.trim()}\n\n${markdown.slice(to)}`
}
