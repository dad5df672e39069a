/**
 * Replaces what stands in a named section of a Markdown text, between `<!-- bench:<name> -->` and
 * `<!-- /bench:<name> -->`, and leaves everything else alone.
 */
export function replaceSection(markdown: string, name: string, content: string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const from = markdown.indexOf(begin)
  const to = markdown.indexOf(end, from)
  if (from < 0 || to < 0) {
    throw new Error(`The document has no section ${name}: put ${begin} and ${end} where it belongs`)
  }
  return `${markdown.slice(0, from + begin.length)}\n\n${content.trim()}\n\n${markdown.slice(to)}`
}
